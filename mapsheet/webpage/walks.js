// @ts-check
// Moves on an area map: reach with stops, the first of the cheapest ways, and why a move is or is not possible.

const OVER = "!"; // follows the id of a city where the move must end, because the mover came to it from a stop

/** A move from a start: the steps of a passage, without those that go on from a stop. */
class Walk {
  constructor(passage, start, { stops = new Set(), into = new Set() } = {}) {
    this.passage = passage;
    this.start = start;
    this.into = into;
    const { within } = passage.atlas.spaces.get(start);
    // who leaves a city has started in its region
    this.stops = new Set([...stops].filter((id) => id !== start && id !== within));
  }

  /** The cost and the end of every step from where the mover stands. */
  steps(stand) {
    if (stand.endsWith(OVER)) return [];
    const ways = this.passage.ways(stand);
    if (!this.stops.has(stand)) return ways.map((way) => [way.cost, way.to]);
    return ways.filter((way) => this.isRefuge(stand, way.to)).map((way) => [way.cost, way.to + OVER]);
  }

  isRefuge(stop, to) {
    const city = this.passage.atlas.spaces.get(to);
    return this.into.has(to) && (city.within === stop || city.ports.includes(stop));
  }

  /** Why each of the other steps is not taken. */
  refused(stand) {
    const here = bare(stand), isOver = stand !== here;
    const reasons = this.passage.refused(here);
    if (!isOver && !this.stops.has(here)) return reasons;
    const stopped = this.passage.ways(here).filter((way) => isOver || !this.isRefuge(here, way.to));
    return [...reasons, ...stopped.map((way) => reasonOf("stop", way.to, { origin: here, link: way.link.kind }))];
  }

  /** The least cost of every space within a limit, where the move then ends, and why others are left out. */
  reach(limit) {
    const found = leastCosts(this.start, limit, (stand) => this.steps(stand));
    const costs = new Map();
    for (const [stand, cost] of found.least) costs.set(bare(stand), Math.min(cost, costs.get(bare(stand)) ?? cost));
    const ends = [...costs.keys()].filter((id) => this.stops.has(id) || (!found.least.has(id) && found.least.has(id + OVER)));
    const reasons = [...found.least.keys()].flatMap((stand) => this.refused(stand)).filter((reason) => !costs.has(reason.space));
    const noted = this.passage.closed.has(this.start) ? [reasonOf("closed", this.start, { note: "it is the start, and may be left" })] : [];
    return { costs: new Map([...costs].sort((x, y) => compared([x[0]], [y[0]]))), stops: ends, leftOut: inOrder([...reasons, ...noted]) };
  }

  /** The first of the cheapest ways to a space: of fewest steps, then by ids; null where there is none. */
  route(goal) {
    const found = leastCosts(this.start, Infinity, (stand) => this.steps(stand));
    const ends = [goal, goal + OVER].filter((stand) => found.least.has(stand));
    if (!ends.length) return null;
    const cost = Math.min(...ends.map((stand) => found.least.get(stand)));
    const path = firstWay(found, this.start, ends.filter((stand) => found.least.get(stand) === cost));
    return { cost, path: path.map(bare) };
  }

  /** Each step of a move, or what stands against it. */
  why(goal, limit) {
    const route = this.route(goal), { passage } = this;
    const direct = passage.atlas.touching(this.start).filter((link) => otherEnd(link, this.start) === goal);
    if (direct.length && route?.path.length !== 2) {
      const against = direct.map((link) => passage.reason(link, this.start));
      if (against.every(Boolean)) return this.shutDirectly(goal, inOrder(against), route);
    }
    if (!route) return refusal(this.against(goal));
    const steps = pairsOf(route.path).map(([here, there]) => ({ from: here, ...passage.ways(here).find((way) => way.to === there) }));
    const isDear = limit !== null && route.cost > limit;
    const reasons = isDear ? [reasonOf("allowance", goal, { origin: this.start })] : [];
    return { possible: !isDear, cost: route.cost, steps, reasons, around: null };
  }

  shutDirectly(goal, reasons, route) {
    const all = reasons.every((reason) => reason.why === "kind") ? inOrder([...reasons, ...this.noWay(goal)]) : reasons;
    return { ...refusal(all), around: route ? route.path : null };
  }

  /** What hinders each step of the cheapest way there would be if nothing were closed. */
  against(goal) {
    const { passage } = this;
    const free = new Walk(new Unhindered(passage.atlas, { by: passage.by, facts: new Set(), closed: new Set(), bans: new Set() }), this.start);
    const route = free.route(goal);
    if (!route) {
      const lost = this.noWay(goal);
      return inOrder(lost.length ? lost : [reasonOf("no-way", goal, { origin: this.start, note: this.byKinds() })]);
    }
    return pairsOf(route.path).flatMap(([here, there]) => this.hindrances(here, there));
  }

  hindrances(here, there) {
    const { passage } = this;
    const links = passage.atlas.touching(here).filter((link) => otherEnd(link, here) === there);
    const reasons = links.map((link) => passage.reason(link, here)).filter((reason) => reason && reason.why !== "kind");
    const isOpen = passage.ways(here).some((way) => way.to === there);
    return [...(isOpen ? [] : inOrder(reasons)), ...(this.stops.has(here) ? [reasonOf("stop", there, { origin: here })] : [])];
  }

  /** Which of the start and the goal has no link of the mover's kinds. */
  noWay(goal) {
    const { passage, start } = this;
    const lost = passage.hasWay(start) ? [] : [reasonOf("no-way", start, { note: this.hint(start) })];
    if (goal !== start && !passage.hasWay(goal)) lost.push(reasonOf("no-way", goal, { origin: start, note: this.hint(goal) }));
    return lost;
  }

  /** The cities of a space that have a way where it has none itself. */
  hint(id) {
    const cities = [...this.passage.atlas.spaces.values()].filter((space) => space.within === id && this.passage.hasWay(space.id));
    return cities.length ? `${this.byKinds()}; try ${cities.map((city) => city.id).join(" or ")}` : this.byKinds();
  }

  byKinds() {
    return `by ${this.passage.by.join(" ")}`;
  }
}

/** A passage in which nothing is closed, to find the way that would be taken. */
class Unhindered extends Passage {
  reason(link, here) {
    const reason = super.reason(link, here);
    return reason && ["kind", "one-way"].includes(reason.why) ? reason : null;
  }
}

function refusal(reasons) {
  return { possible: false, cost: null, steps: [], reasons, around: null };
}

function bare(stand) {
  return stand.endsWith(OVER) ? stand.slice(0, -1) : stand;
}

function pairsOf(path) {
  return path.slice(1).map((there, k) => [path[k], there]);
}

/** The least cost of all stands within a limit of a start, and the stands that are one step before each at that cost. */
function leastCosts(start, limit, steps) {
  const least = new Map([[start, 0]]), before = new Map([[start, []]]), waiting = new Set([start]);
  while (waiting.size) {
    const here = [...waiting].reduce((best, stand) => (least.get(stand) < least.get(best) ? stand : best));
    waiting.delete(here);
    for (const [price, there] of steps(here)) {
      const total = least.get(here) + price, known = least.get(there);
      if (total > limit) continue;
      if (known === undefined || total < known) {
        least.set(there, total);
        before.set(there, [here]);
        waiting.add(there);
      } else if (total === known && there !== start && !before.get(there).includes(here)) before.get(there).push(here);
    }
  }
  return { least, before };
}

/** Of the ways of least cost to some goals that of fewest steps, of those that whose stands come first. */
function firstWay({ before }, start, goals) {
  const left = new Map(goals.map((goal) => [goal, 0]));
  let front = goals;
  while (front.length) {
    const earlier = front.flatMap((there) => before.get(there).filter((here) => !left.has(here)).map((here) => [here, left.get(there) + 1]));
    for (const [here, steps] of earlier) left.set(here, steps);
    front = [...new Set(earlier.map(([here]) => here))];
  }
  const way = [start];
  while (left.get(way[way.length - 1]) > 0) {
    const here = way[way.length - 1], steps = left.get(here);
    const onward = [...left.keys()].filter((there) => left.get(there) === steps - 1 && before.get(there).includes(here));
    way.push(onward.sort()[0]);
  }
  return way;
}
