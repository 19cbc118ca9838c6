// @ts-check
// Lines of sight, folded from tables: what a line meets is looked up, what stands there is added, and the policy of the
// map decides. Nothing here knows where a hex lies.

/** A hex that a line meets; `hex` is -1 off the map. @typedef {{key: number, sort: number, place: number, entry: number, hex: number}} Met */
/** What blocks, and why. @typedef {{hex: string|null, why: string, order: number[], entry: number}} Blocker */
/** @typedef {{run: string, touch: string, offmap: string, elevation: string}} Policy */

const REASONS = ["occupied", "terrain", "target", "higher", "hexside", "offmap"];
const CROSSED_RIGHT = 2; // sorts up to this are of hexes that the line crosses
const LEFT = 3; // the next are of hexes that it meets at the border only: left, right
const LEAN = [0, -1, 1, -1, 1]; // on which side of the line a hex of each sort has its centre

class Sight {
  /** @param {any} data what the library worked out */
  constructor(data) {
    this.number = data.hexes.number;
    this.place = data.hexes.place;
    this.hexAt = new Map(this.place.map((place, hex) => [place, hex]));
    this.ground = data.sight;
    this.walls = new Map(data.walls);
    this.lines = data.lines;
    this.lineOf = new Map(data.lines.difference.map((difference, line) => [difference, line]));
    this.starts = startsOf(data.lines.count);
    this.keys = summed(data.lines.key, data.lines.count);
  }

  /** The line between two hexes, undefined where the page has none. */
  line(a, b) {
    return this.lineOf.get(this.place[b] - this.place[a]);
  }

  distance(a, b) {
    return a === b ? 0 : this.lines.distance[this.line(a, b)];
  }

  /** What a line from a hex meets between its ends, in order. @returns {Met[]} */
  met(line, from) {
    const { sort, place, entry, count } = this.lines;
    const found = [];
    for (let k = this.starts[line]; k < this.starts[line] + count[line]; k++) {
      const at = this.place[from] + place[k];
      found.push({ key: this.keys[k], sort: Number(sort[k]), place: at, entry: entry[k], hex: this.hexAt.get(at) ?? -1 });
    }
    return found;
  }

  /** The answer for two hexes; `held` are hexes with units that block, without those of the ends. */
  judge(a, b, held, policy) {
    const line = this.line(a, b);
    if (a === b || line === undefined) return { from: a, to: b, clear: a === b, isKnown: a === b, blocked: [], met: [], along: false };
    const along = Boolean(this.lines.along[line]);
    const gaze = { line, a, b, held, policy, norm: this.lines.norm[line], along, met: this.met(line, a) };
    const blocked = this.blockers(gaze);
    return { from: a, to: b, clear: blocked.length === 0, isKnown: true, blocked, met: gaze.met, along };
  }

  /** All that blocks a line, in order. @returns {Blocker[]} */
  blockers(gaze) {
    const beside = gaze.along ? this.runKeys(gaze) : new Set();
    const found = [];
    for (const met of gaze.met) {
      if (met.sort >= LEFT && !borderCounts(gaze, met, beside)) continue;
      for (const why of this.reasons(gaze, met)) {
        found.push(blocker(met.hex < 0 ? null : this.number[met.hex], why, [met.key, met.sort < LEFT ? 0 : LEAN[met.sort]], met.entry));
      }
    }
    if (this.ground.into[this.ground.terrain[gaze.b]]) {
      found.push(blocker(this.number[gaze.b], "target", [gaze.norm, 0], this.lines.last[gaze.line]));
    }
    if (this.walls.size) found.push(...this.hexsides(gaze));
    return found.sort(byPlace);
  }

  /** Why a hex on the line blocks it. @returns {string[]} */
  reasons(gaze, met) {
    if (met.hex < 0) return gaze.policy.offmap === "blocks" ? ["offmap"] : [];
    const { terrain, screens, height } = this.ground;
    const kind = terrain[met.hex];
    const why = gaze.held.has(met.hex) ? ["occupied"] : [];
    if (gaze.policy.elevation !== "slope") {
      if (screens[kind]) why.push("terrain");
      if (this.isHigher(gaze, met.hex)) why.push("higher");
      return why;
    }
    if (screens[kind] && (height[kind] === 0 || this.isAbove(gaze, met, height[kind]))) why.push("terrain");
    if (this.isAbove(gaze, met, screens[kind] ? 0 : height[kind])) why.push("higher");
    return why;
  }

  isHigher(gaze, hex) {
    const { level } = this.ground;
    return gaze.policy.elevation !== "none" && level[hex] > level[gaze.a] && level[hex] > level[gaze.b];
  }

  /** Whether a hex with what stands on its ground rises above a line that falls evenly from end to end. */
  isAbove(gaze, met, standing) {
    const { level, scale } = this.ground;
    const top = level[met.hex] * scale + standing;
    return top * gaze.norm > scale * (level[gaze.a] * (gaze.norm - met.key) + level[gaze.b] * met.key);
  }

  /** The keys of the hexsides whose hexes the policy lets block. @returns {Set<number>} */
  runKeys(gaze) {
    /** @type {Map<number, boolean[]>} */
    const pairs = new Map();
    for (const met of gaze.met) {
      if (met.sort < LEFT) continue;
      const pair = pairs.get(met.key) ?? [false, false];
      pair[met.sort - LEFT] = this.reasons(gaze, met).length > 0;
      pairs.set(met.key, pair);
    }
    const each = [...pairs.entries()];
    if (!runBlocks(gaze.policy.run, [...pairs.values()])) return new Set();
    return new Set(each.filter(([, pair]) => gaze.policy.run !== "same-hexside" || (pair[0] && pair[1])).map(([key]) => key));
  }

  /** The hexsides that block, each hex that names some once. @returns {Blocker[]} */
  hexsides(gaze) {
    /** @type {Map<number, Blocker>} */
    const found = new Map();
    for (const barrier of barriersOf(this.stations(gaze), gaze.along)) {
      const closed = barrier.ways.map((way) => way.filter(([a, b]) => this.walls.has(a.place + b.place)));
      const isClosed = gaze.policy.touch === "blocks" ? closed.some((way) => way.length) : closed.every((way) => way.length);
      for (const [a, b] of isClosed ? closed.flat() : []) {
        const named = this.walls.get(a.place + b.place) === a.place ? a : b;
        if (found.has(named.place)) continue;
        const name = named.hex < 0 ? null : this.number[named.hex];
        found.set(named.place, blocker(name, "hexside", [named.key, LEAN[named.sort]], barrier.arrival));
      }
    }
    return [...found.values()];
  }

  /** What a line meets, with both ends. @returns {Met[]} */
  stations(gaze) {
    const first = { key: 0, sort: 0, place: this.place[gaze.a], entry: 0, hex: gaze.a };
    const last = { key: gaze.norm, sort: 0, place: this.place[gaze.b], entry: this.lines.last[gaze.line], hex: gaze.b };
    return [first, ...gaze.met, last];
  }

  /** The best line between any two hexes of two units: clear, then near, then with few blockers, then by numbers. */
  best(viewer, target, held, policy) {
    const free = new Set([...held].filter((hex) => !viewer.includes(hex) && !target.includes(hex)));
    const found = viewer.flatMap((a) => target.map((b) => this.judge(a, b, free, policy)));
    const rank = (sight) => [sight.clear ? 0 : 1, this.distance(sight.from, sight.to), sight.blocked.length];
    const text = (sight) => [this.number[sight.from], this.number[sight.to]];
    return found.sort((x, y) => compared(rank(x), rank(y)) || compared(text(x), text(y)))[0];
  }

  /** The hexes that a unit sees and those that it does not; its own are in neither. */
  viewshed(viewer, held, policy) {
    const free = new Set([...held].filter((hex) => !viewer.includes(hex)));
    const visible = [], hidden = [];
    for (let hex = 0; hex < this.number.length; hex++) {
      if (viewer.includes(hex)) continue;
      const list = viewer.some((own) => this.judge(own, hex, free, policy).clear) ? visible : hidden;
      list.push(hex);
    }
    return { visible, hidden };
  }
}

/** Whether a hex met only at its border may block; a touched hex that is missing never does. */
function borderCounts(gaze, met, beside) {
  return gaze.along ? beside.has(met.key) : gaze.policy.touch === "blocks" && met.hex >= 0;
}

/** Whether the hexes left and right of the hexsides that a line runs along block it. */
function runBlocks(policy, pairs) {
  if (policy === "same-hexside") return pairs.some(([left, right]) => left && right);
  if (policy === "either") return pairs.some(([left, right]) => left || right);
  if (policy === "each-side") return pairs.some(([left]) => left) && pairs.some(([, right]) => right);
  return false;
}

/**
 * The places where a line meets hexsides. A hexside is told by its two hexes; a way is the hexsides passed together, and
 * of several ways, to either hand of a corner, one must be open.
 */
function barriersOf(stations, along) {
  const found = [];
  let last = stations[0], beside = [];
  for (const met of stations.slice(1)) {
    if (met.sort >= LEFT) {
      beside.push(met);
      continue;
    }
    if (along) found.push(...runBarriers(last, beside[0], beside[1], met));
    else found.push(crossingBarrier(last, beside[0], met));
    last = met;
    beside = [];
  }
  return found;
}

function crossingBarrier(last, corner, next) {
  const ways = corner ? [[[last, next]], [[last, corner], [corner, next]]] : [[[last, next]]];
  return { ways, arrival: next.entry };
}

/** Along a hexside a line leaves a hex at a corner, runs between the two beside it, and enters the next at a corner. */
function runBarriers(last, left, right, next) {
  return [
    { ways: [[[last, left]], [[last, right]]], arrival: left.entry },
    { ways: [[[left, right]]], arrival: left.entry },
    { ways: [[[left, next]], [[right, next]]], arrival: next.entry },
  ];
}

/** @returns {Blocker} */
function blocker(hex, why, place, entry) {
  return { hex, why, order: [...place, REASONS.indexOf(why)], entry };
}

function byPlace(x, y) {
  return compared(x.order, y.order) || compared([x.hex ?? ""], [y.hex ?? ""]);
}

function startsOf(counts) {
  let total = 0;
  return counts.map((count) => (total += count) - count);
}

/** The keys themselves from how much each is beyond the one before it. */
function summed(beyond, counts) {
  const keys = new Array(beyond.length);
  let k = 0;
  for (const count of counts) {
    for (let key = 0, end = k + count; k < end; k++) keys[k] = key += beyond[k];
  }
  return keys;
}
