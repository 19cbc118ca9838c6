// @ts-check
// Least costs over tables of steps: single hexes, two-hex units by manoeuvres, and singles with a front.

/** Costs are whole parts of a point; a class of unit says how many make one. */
class Steps {
  constructor(data) {
    this.around = data.around;
    this.classes = data.steps;
    this.pairs = data.manoeuvres;
    this.ways = data.manoeuvres.names.length;
    this.pairAt = new Map(this.pairs.left.map((left, pair) => [`${left}+${this.pairs.right[pair]}`, pair]));
  }

  /** The class of unit with a name, that of no class for null. */
  unitClass(name) {
    return this.classes.find((each) => each.name === name) ?? this.classes[0];
  }

  /** The least cost of each hex within a number of parts, `closed` hexes left out. @returns {Map<number, number>} */
  reach(start, limit, unitClass, closed) {
    return spread(start, limit, (hex) => this.stepsFrom(hex, unitClass, closed));
  }

  stepsFrom(hex, unitClass, closed) {
    const found = [];
    for (let way = 6 * hex; way < 6 * hex + 6; way++) {
      const code = unitClass.steps[way], ahead = this.around[way];
      if (code >= 0 && !closed.has(ahead)) found.push([unitClass.prices[code], ahead]);
    }
    return found;
  }

  /** The two-hex unit on two adjacent hexes, undefined for others. */
  pair(left, right) {
    return this.pairAt.get(`${left}+${right}`);
  }

  /** The least cost of each position of a two-hex unit, by pair. @returns {Map<number, number>} */
  reachOfPair(pair, limit, unitClass, closed) {
    return spread(pair, limit, (here) => this.manoeuvresFrom(here, unitClass, closed));
  }

  manoeuvresFrom(pair, unitClass, closed) {
    const { left, right, to } = this.pairs, own = [left[pair], right[pair]];
    const isOpen = (hex) => own.includes(hex) || !closed.has(hex);
    const found = [];
    for (let way = this.ways * pair; way < this.ways * (pair + 1); way++) {
      const code = unitClass.manoeuvres[way], beyond = pair + to[way];
      if (code >= 0 && isOpen(left[beyond]) && isOpen(right[beyond])) found.push([unitClass.prices[code], beyond]);
    }
    return found;
  }

  /** The least cost of each position of a single with a front, by 6 times the hex and its direction. */
  reachOfFaced(hex, direction, limit, unitClass, closed) {
    return spread(6 * hex + direction, limit, (state) => this.movesFrom(state, unitClass, closed));
  }

  movesFrom(state, unitClass, closed) {
    const direction = state % 6, hex = state - direction;
    const code = unitClass.steps[state], ahead = this.around[state];
    const turns = [[unitClass.scale, hex + ((direction + 1) % 6)], [unitClass.scale, hex + ((direction + 5) % 6)]];
    return code >= 0 && !closed.has(ahead) ? [...turns, [unitClass.prices[code], 6 * ahead + direction]] : turns;
  }
}

/**
 * The least cost of every state within a limit; `steps` gives cost and end of each step. States wait under their cost.
 * @param {number} start @param {number} limit @param {(state: number) => number[][]} steps
 * @returns {Map<number, number>}
 */
function spread(start, limit, steps) {
  const done = new Map();
  const waiting = new Map([[0, [start]]]);
  const costs = [0];
  while (costs.length) {
    const cost = /** @type {number} */ (costs.shift());
    const states = waiting.get(cost) ?? [];
    for (const state of states) {
      if (done.has(state)) continue;
      done.set(state, cost);
      for (const [price, beyond] of steps(state)) {
        const total = cost + price;
        if (total > limit || done.has(beyond)) continue;
        const others = waiting.get(total);
        if (others) others.push(beyond);
        else {
          waiting.set(total, [beyond]);
          insert(costs, total);
        }
      }
    }
  }
  return done;
}

/** Put a number into a list that grows. */
function insert(sorted, number) {
  const at = sorted.findIndex((other) => other > number);
  sorted.splice(at < 0 ? sorted.length : at, 0, number);
}
