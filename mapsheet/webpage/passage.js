// @ts-check
// What may be walked on an area map: kinds of link, facts, closed spaces and bans; with the reason why not.

/**
 * Why a step is not taken.
 * @typedef {{space: string, origin: string, why: string, link: string, condition: string, rule: string, note: string}} Reason
 */
/** Who moves. @typedef {{by: string[], facts: Set<string>, closed: Set<string>, bans: Set<string>}} Mover */

const OF_THE_MOVER = ["entry", "ban", "city-only"];

/** The map as the page knows it: spaces by id, links from each of them. */
class Atlas {
  constructor(data) {
    this.spaces = new Map(data.spaces.map((space) => [space.id, space]));
    this.links = data.links;
    this.scale = data.scale;
    this.kinds = data.kinds;
    this.auto = data.auto;
    this.linksOf = new Map(data.spaces.map((space) => [space.id, space.links.map((link) => data.links[link])]));
    this.oneWays = data.links.filter((link) => link.oneWay);
  }

  /** The kinds of link of a move between spaces where nobody says. */
  fitting(...ids) {
    return ids.some((id) => this.spaces.get(id).afloat) ? this.auto.afloat : this.auto.ashore;
  }

  /** Every link with an end in a space, those that run only towards it too. */
  touching(id) {
    return [...this.linksOf.get(id), ...this.oneWays.filter((link) => link.b === id)];
  }
}

/** The steps that are open to one mover. */
class Passage {
  /** @param {Atlas} atlas @param {Mover} mover */
  constructor(atlas, mover) {
    this.atlas = atlas;
    this.by = mover.by;
    this.facts = mover.facts;
    this.closed = mover.closed;
    this.bans = mover.bans;
    this.kept = new Map();
  }

  /** The open steps from a space, one for each space they lead to: the cheapest, then by kind of link. */
  ways(here) {
    if (!this.kept.has(here)) this.kept.set(here, this.waysFrom(here));
    return this.kept.get(here);
  }

  waysFrom(here) {
    const best = new Map();
    for (const link of this.atlas.linksOf.get(here)) {
      if (this.reason(link, here)) continue;
      const to = otherEnd(link, here);
      if (!best.has(to) || link.cost < best.get(to).cost) best.set(to, { to, cost: link.cost, link });
    }
    return [...best.values()].sort((x, y) => compared([x.to], [y.to]));
  }

  /** Why each of the other steps from a space is not open. @returns {Reason[]} */
  refused(here) {
    const reasons = this.atlas.touching(here).map((link) => this.reason(link, here));
    return inOrder(reasons.filter((reason) => reason && reason.why !== "kind"));
  }

  /** Why a link is not taken from one of its ends, null where it is open. @returns {Reason|null} */
  reason(link, here) {
    const told = { origin: here, link: link.kind };
    const to = otherEnd(link, here);
    if (!this.by.includes(link.kind)) return reasonOf("kind", to, { ...told, note: `moves by ${this.by.join(" ")}` });
    const shut = this.shut(link, here);
    if (shut) return shut;
    const barred = this.barred(to);
    return barred ? { ...barred, ...told } : null;
  }

  /** Why the link itself cannot be passed, whoever may enter the space behind it. */
  shut(link, here) {
    const told = { origin: here, link: link.kind, rule: link.rule };
    if (link.oneWay && here === link.b) return reasonOf("one-way", otherEnd(link, here), { ...told, note: link.oneWay });
    if (!this.holds(link.open)) return reasonOf("condition", otherEnd(link, here), { ...told, condition: link.condition });
    return null;
  }

  /** Why a space is not entered, from wherever; a city shares the entry condition of its region. */
  barred(id) {
    const { spaces } = this.atlas, space = spaces.get(id);
    if (space.shut) return reasonOf("shut", id);
    if (this.closed.has(id)) return reasonOf("closed", id);
    const ban = space.traits.find((trait) => this.bans.has(trait));
    if (ban) return reasonOf("ban", id, { note: ban });
    if (space.cityOnly) return reasonOf("city-only", id, { note: "only its city can be entered" });
    const ruled = [space, spaces.get(space.within)].find((each) => each && !this.holds(each.entry));
    return ruled ? reasonOf("entry", id, { condition: ruled.condition, rule: ruled.rule, note: ruled.note }) : null;
  }

  /** Whether a condition holds: null always does; a text is a fact, a list begins with any, all, not, always or never. */
  holds(condition) {
    if (condition === null) return true;
    if (typeof condition === "string") return this.facts.has(condition);
    const [word, ...parts] = condition;
    if (word === "any") return parts.some((part) => this.holds(part));
    if (word === "all") return parts.every((part) => this.holds(part));
    return word === "not" ? !this.holds(parts[0]) : word === "always";
  }

  hasWay(id) {
    return this.atlas.touching(id).some((link) => this.by.includes(link.kind));
  }

  /** The neighbors of a space by kind of link, what is left out, and what just this mover may not enter. */
  neighbors(id) {
    const found = new Map(), leftOut = [], barred = [];
    for (const link of this.atlas.touching(id)) {
      const reason = this.reason(link, id);
      if (reason?.why === "kind") continue;
      const isOfTheMover = reason !== null && OF_THE_MOVER.includes(reason.why);
      if (!reason || isOfTheMover) found.set(link.kind, (found.get(link.kind) ?? new Set()).add(otherEnd(link, id)));
      if (reason) (isOfTheMover ? barred : leftOut).push(reason);
    }
    const sorted = [...found].sort((x, y) => compared([x[0]], [y[0]])).map(([kind, ids]) => [kind, [...ids].sort()]);
    return { neighbors: sorted, leftOut: inOrder(leftOut), barred: inOrder(barred) };
  }
}

function otherEnd(link, here) {
  return here === link.a ? link.b : link.a;
}

/** @returns {Reason} */
function reasonOf(why, space, more = {}) {
  return { space, origin: "", why, link: "", condition: "", rule: "", note: "", ...more };
}

/** Reasons without repetition, by the space they bar, then by where the step would start. */
function inOrder(reasons) {
  const place = (reason) => [reason.space, reason.origin, reason.why, reason.link];
  const once = new Map(reasons.map((reason) => [JSON.stringify(Object.values({ ...reasonOf("", ""), ...reason })), reason]));
  return [...once.values()].sort((x, y) => compared(place(x), place(y)));
}
