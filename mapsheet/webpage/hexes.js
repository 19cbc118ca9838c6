// @ts-check
// The page of a hex map: what a hex sees and where a unit gets, the line between two, and units put on hexes.

/** A unit, or just a hex, with the hexes that it stands on. @typedef {UnitText & {hexes: number[], direction: number}} Unit */

class HexPage {
  constructor(data) {
    this.data = data;
    this.sight = new Sight(data);
    this.steps = new Steps(data);
    this.number = data.hexes.number;
    this.hexOf = new Map(this.number.map((number, hex) => [number, hex]));
    this.policy = { ...data.policy };
    /** @type {Unit[]} */
    this.units = [];
    /** @type {Unit|null} */
    this.first = null;
    /** @type {Unit|null} */
    this.second = null;
    this.half = -1; // the left hex of a two-hex unit that waits for its right one
    this.cursor = -1;
    this.isWalking = false; // with keys: then the cursor is seen
    const hears = { choose: (hex) => this.choose(hex), point: (hex, at) => this.point(hex, at), key: (event) => this.key(event) };
    this.stage = new Stage(this.picks(), hears);
    this.stage.svg.querySelector("defs")?.append(drawn("path", { id: "one-hex", d: data.outline }));
    for (const [name, piece] of Object.entries(data.counters)) this.keepPiece(name, piece);
    for (const name of ["hidden", "reach", "chosen", "units", "line", "costs", "cursor"]) this.stage.layer(name);
    this.furnish();
    this.put(data.units.map(unitOf));
  }

  picks() {
    const ids = this.data.hexes.element;
    return new Map(ids.map((id, hex) => [document.getElementById(id), hex]).filter(([element]) => element));
  }

  /** Keep the drawing of a counter, to be shown wherever it stands. */
  keepPiece(name, piece) {
    const parsed = new DOMParser().parseFromString(piece.svg, "image/svg+xml").documentElement;
    const symbol = drawn("symbol", { id: `piece-${name}`, viewBox: `0 0 ${piece.width} ${piece.height}` });
    symbol.append(...[...parsed.children].map((child) => document.adoptNode(child)));
    this.stage.svg.querySelector("defs")?.append(symbol);
  }

  // -- the tools of the panel -----------------------------------------------------------------------------------------

  furnish() {
    for (const { name } of this.steps.classes) byId("class").append(made("option", { value: name ?? "" }, name ?? "any"));
    for (const side of ["", ...this.data.sides]) byId("side").append(made("option", { value: side }, side || "none"));
    for (const [name, values] of Object.entries(this.data.policies)) byId("policy").append(this.policyChoice(name, values));
    byId("tool").addEventListener("change", () => this.changeTool());
    for (const id of ["allowance", "class"]) byId(id).addEventListener("input", () => this.show());
    byId("clear-units").addEventListener("click", () => this.put([]));
    byId("read-position").addEventListener("click", () => this.readPosition(field("position").value));
    byId("write-position").addEventListener("click", () => (field("position").value = positionText(this.units, this.data.map)));
    byId("position-file").addEventListener("change", (event) => this.openPosition(/** @type {HTMLInputElement} */ (event.target)));
  }

  policyChoice(name, values) {
    const select = made("select", { id: `policy-${name}` }, ...values.map((value) => made("option", {}, value)));
    select.value = this.policy[name];
    select.addEventListener("input", () => {
      this.policy[name] = select.value;
      this.show();
    });
    return made("label", {}, `${name} `, select);
  }

  get tool() {
    return /** @type {HTMLInputElement} */ (document.querySelector("[name=tool]:checked")).value;
  }

  changeTool() {
    byId("unit-wishes").hidden = !["unit", "pair"].includes(this.tool);
    this.half = -1;
    this.show();
  }

  // -- units ------------------------------------------------------------------------------------------------------------

  /** The unit of a text of a position; throws where it cannot stand. @returns {Unit} */
  standing(text) {
    const [place, way] = text.at.split(">");
    const hexes = place.split("+").map((number) => this.hexOf.get(number));
    const direction = way === undefined ? -1 : this.data.directions.indexOf(way);
    const isPair = hexes.length === 2 && way === undefined && this.steps.pair(hexes[0], hexes[1]) !== undefined;
    if (hexes.includes(undefined) || !(hexes.length === 1 || isPair) || (way !== undefined && direction < 0)) {
      throw new Error(`nothing stands at ${text.at} on this map`);
    }
    return { ...text, hexes, direction };
  }

  /** Put units on the map in place of those that are there; faults are told, and nothing is changed then. */
  put(texts) {
    const units = texts.map((text) => this.standing(text));
    this.refuse(units);
    this.units = units;
    this.first = this.second = null;
    this.half = -1;
    this.show();
  }

  /** Throw where units are of a class or a side that the map does not know, or two that block share a hex. */
  refuse(units) {
    const holder = new Map(), { sides } = this.data;
    for (const [k, unit] of units.entries()) {
      const no = (words) => new Error(`unit ${k + 1}: ${words}`);
      if (unit.class && !this.steps.classes.some(({ name }) => name === unit.class)) throw no(`${unit.class} is no class of the map`);
      if (unit.side && sides.length && !sides.includes(unit.side)) throw no(`${unit.side} is no side of the map`);
      for (const hex of unit.blocks ? unit.hexes : []) {
        const other = holder.get(hex);
        if (other !== undefined) throw no(`${this.number[hex]} is held by unit ${other + 1} already, and both block`);
        holder.set(hex, k);
      }
    }
  }

  readPosition(text) {
    const fault = byId("position-fault");
    try {
      this.put(positionOf(text, this.data.map));
      fault.hidden = true;
    } catch (error) {
      fault.hidden = false;
      fault.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  async openPosition(input) {
    const file = input.files?.[0];
    if (!file) return;
    field("position").value = file.size > 1e6 ? "" : await file.text();
    input.value = "";
    this.readPosition(field("position").value);
  }

  unitAt(hex) {
    return this.units.findLast((unit) => unit.hexes.includes(hex));
  }

  /** The hexes that units hold which block. */
  held() {
    return new Set(this.units.filter((unit) => unit.blocks).flatMap((unit) => unit.hexes));
  }

  /** The unit that the tools of the panel wish for, on some hexes. @returns {UnitText} */
  wished(hexes) {
    const at = hexes.map((hex) => this.number[hex]).join("+");
    return { ...plainUnit(at), side: field("side").value, code: field("code").value.trim(), blocks: field("blocks").checked };
  }

  // -- what one does ----------------------------------------------------------------------------------------------------

  choose(hex) {
    if (hex < 0) return;
    this.isWalking &&= hex === this.cursor;
    this.cursor = hex;
    const uses = { look: () => this.ask(hex), unit: () => this.add([hex]), pair: () => this.addHalf(hex), remove: () => this.remove(hex) };
    uses[this.tool]();
    this.show();
  }

  ask(hex) {
    const here = this.unitAt(hex) ?? this.standing(plainUnit(this.number[hex]));
    if (!this.first || this.second) [this.first, this.second] = [here, null];
    else if (this.first.hexes.includes(hex)) this.first = null;
    else this.second = here;
  }

  add(hexes) {
    for (const hex of hexes) this.remove(hex);
    this.units.push(this.standing(this.wished(hexes)));
  }

  /** The first click puts the left half, the next one beside it the right. */
  addHalf(hex) {
    if (this.half >= 0 && this.steps.pair(this.half, hex) !== undefined) {
      this.add([this.half, hex]);
      this.half = -1;
    } else this.half = hex;
  }

  remove(hex) {
    const unit = this.unitAt(hex);
    this.units = this.units.filter((other) => other !== unit);
    if (this.first === unit || this.second === unit) this.first = this.second = null;
  }

  point(hex, at) {
    this.stage.label(hex < 0 ? "" : this.titleOf(hex), at);
  }

  titleOf(hex) {
    const units = this.units.filter((unit) => unit.hexes.includes(hex)).map((unit) => `; ${nameOf(unit)}`);
    return `${this.number[hex]} ${this.data.hexes.title[hex]}${units.join("")}`;
  }

  key(event) {
    if (event.key in this.data.arrows && !event.shiftKey) return this.step(event.key);
    if (event.key === "Enter" || event.key === " ") this.choose(this.cursor);
    else if (event.key === "Escape") this.clear();
    else return false;
    return true;
  }

  step(key) {
    const next = this.cursor < 0 ? 0 : this.data.arrows[key][this.cursor];
    if (next >= 0) {
      this.cursor = next;
      this.isWalking = true;
      this.drawCursor();
      this.stage.reveal(this.data.hexes.x[next], this.data.hexes.y[next]);
      tell([["head", this.titleOf(next)], ["quiet", "Enter asks."]]);
    }
    return true;
  }

  clear() {
    this.half = -1;
    this.first = this.second = null;
    this.isWalking = false;
    this.show();
  }

  // -- answers ------------------------------------------------------------------------------------------------------------

  /** The line of sight between two units. */
  los(first, second) {
    return this.sight.best(first.hexes, second.hexes, this.held(), this.policy);
  }

  /** The least costs of a unit by where it stands then, in parts of a point; null without an allowance. */
  reach(unit) {
    const unitClass = this.steps.unitClass(field("class").value || unit.class || null);
    const text = field("allowance").value.trim() || String(unit.movement ?? "");
    const limit = text === "" ? null : partsOf(text, unitClass.scale);
    byId("allowance-fault").hidden = text === "" || limit !== null;
    if (limit === null) return null;
    const closed = new Set([...this.held()].filter((hex) => !unit.hexes.includes(hex)));
    const { scale } = unitClass;
    const costs = this.reachOf(unit, limit, unitClass, closed).map((place) => ({ ...place, points: pointsOf(place.cost, scale) }));
    return { allowance: text, scale, costs };
  }

  /** @returns {{at: string, hexes: number[], cost: number}[]} */
  reachOf(unit, limit, unitClass, closed) {
    const [hex, right] = unit.hexes, { pairs } = this.steps, { directions } = this.data;
    if (right !== undefined) {
      const found = this.steps.reachOfPair(this.steps.pair(hex, right), limit, unitClass, closed);
      const hexesOf = (pair) => [pairs.left[pair], pairs.right[pair]];
      return [...found].map(([pair, cost]) => ({ at: hexesOf(pair).map((h) => this.number[h]).join("+"), hexes: hexesOf(pair), cost }));
    }
    if (unit.direction >= 0) {
      const found = this.steps.reachOfFaced(hex, unit.direction, limit, unitClass, closed);
      const at = (state) => `${this.number[Math.floor(state / 6)]}>${directions[state % 6]}`;
      return [...found].map(([state, cost]) => ({ at: at(state), hexes: [Math.floor(state / 6)], cost }));
    }
    const found = this.steps.reach(hex, limit, unitClass, closed);
    return [...found].map(([h, cost]) => ({ at: this.number[h], hexes: [h], cost }));
  }

  // -- what is shown ------------------------------------------------------------------------------------------------------

  show() {
    for (const name of ["hidden", "reach", "chosen", "line", "costs"]) this.stage.layer(name).replaceChildren();
    this.drawUnits();
    this.drawCursor();
    if (this.half >= 0) this.stage.layer("chosen").append(this.hexMark(this.half, "chosen"));
    if (!this.first) return tell(this.hint());
    const lines = this.second ? this.showLine(this.first, this.second) : this.showSeen(this.first);
    tell([...lines, ...this.showReach(this.first, this.second)]);
  }

  hint() {
    const hints = {
      look: "Click a hex: what it sees, and with an allowance where it reaches. A second one: the line between both.",
      unit: "Click a hex: a unit stands there.", remove: "Click a unit: it is gone.",
      pair: this.half < 0 ? "Click the hex of its left half." : "Click the hex of its right half, beside the left one.",
    };
    return [["quiet", hints[this.tool]]];
  }

  showSeen(unit) {
    const { visible, hidden } = this.sight.viewshed(unit.hexes, this.held(), this.policy);
    this.stage.layer("hidden").append(...hidden.map((hex) => this.hexMark(hex, "hidden-hex")));
    this.stage.layer("chosen").append(...unit.hexes.map((hex) => this.hexMark(hex, "chosen")));
    return [["head", `${unit.at} sees ${visible.length} hexes, ${hidden.length} are hidden`], ["quiet", this.titleOf(unit.hexes[0])]];
  }

  showLine(first, second) {
    const sight = this.los(first, second);
    this.stage.layer("chosen").append(...[...first.hexes, ...second.hexes].map((hex) => this.hexMark(hex, "chosen")));
    if (!sight.isKnown) return [["quiet", `The page knows lines up to ${this.data.lines.radius} hexes; these are farther apart.`]];
    this.drawLine(sight);
    return this.lineInWords(sight);
  }

  lineInWords(sight) {
    const name = (met) => this.number[met.hex];
    const border = sight.met.filter((met) => met.sort >= LEFT);
    const verdict = sight.clear ? "clear" : "blocked";
    const lines = [
      [`head is-${verdict}`, `${this.number[sight.from]} to ${this.number[sight.to]}: ${verdict}`],
      ...sight.blocked.map((block) => ["more", `by ${block.hex ?? "the map edge"}: ${this.data.words[block.why]}`]),
      ["quiet", `crosses: ${joined(sight.met.filter((met) => met.sort < LEFT && met.hex >= 0).map(name))}`],
    ];
    const runs = sight.along ? runsOf(border).map((pair) => pair.filter((met) => met.hex >= 0).map(name)).filter((pair) => pair.length) : [];
    const touched = sight.along ? [] : border.filter((met) => met.hex >= 0).map(name);
    if (runs.length) lines.push(["quiet", `runs between: ${runs.map((pair) => pair.join("|")).join(", ")}`]);
    if (touched.length) lines.push(["quiet", `touches corners of: ${touched.join(" ")}`]);
    return lines;
  }

  showReach(unit, target) {
    const reach = this.reach(unit);
    if (!reach) return [];
    const cheapest = new Map();
    for (const { hexes, cost } of reach.costs) {
      for (const hex of hexes) cheapest.set(hex, Math.min(cost, cheapest.get(hex) ?? cost));
    }
    for (const [hex, cost] of cheapest) this.drawCost(hex, pointsOf(cost, reach.scale));
    const head = ["head", `${unit.at} with ${reach.allowance} points reaches ${cheapest.size} hexes`];
    const there = target ? target.hexes.filter((hex) => cheapest.has(hex)).map((hex) => cheapest.get(hex)) : [];
    const least = there.length ? `costs ${pointsOf(Math.min(...there), reach.scale)} points` : "is out of reach";
    return target ? [head, ["more", `${target.at} ${least}`]] : [head, ...costsInWords(reach)];
  }

  // -- marks ----------------------------------------------------------------------------------------------------------------

  hexMark(hex, kind) {
    return drawn("use", { href: "#one-hex", class: kind, x: this.data.hexes.x[hex], y: this.data.hexes.y[hex] });
  }

  drawCursor() {
    this.stage.layer("cursor").replaceChildren(...(this.isWalking ? [this.hexMark(this.cursor, "cursor")] : []));
  }

  drawCost(hex, text) {
    const { x, y } = this.data.hexes;
    this.stage.layer("reach").append(this.hexMark(hex, "reached"));
    const at = { x: x[hex], y: y[hex] + this.data.size * 0.28 }; // the hex's number stands above, a unit in the middle
    this.stage.layer("costs").append(drawn("text", { class: "cost", ...at }, text));
  }

  /** The clear part of the line in one style, the rest in another, and what blocks it. */
  drawLine(sight) {
    const { x, y } = this.data.hexes, { from, to } = sight;
    const part = sight.clear ? 1 : Math.min(...sight.blocked.map((block) => block.entry)) / 1000;
    const stop = { x: x[from] + (x[to] - x[from]) * part, y: y[from] + (y[to] - y[from]) * part };
    const blocking = new Set(sight.blocked.map((block) => this.hexOf.get(block.hex)).filter((hex) => hex !== undefined));
    const layer = this.stage.layer("line");
    layer.append(...[...blocking].map((hex) => this.hexMark(hex, "blocking")));
    for (const ink of ["", " ink"]) {
      if (!sight.clear) layer.append(drawn("line", { class: `sight-blocked${ink}`, x1: stop.x, y1: stop.y, x2: x[to], y2: y[to] }));
      if (part > 0) layer.append(drawn("line", { class: `sight-clear${ink}`, x1: x[from], y1: y[from], x2: stop.x, y2: stop.y }));
    }
  }

  drawUnits() {
    this.stage.layer("units").replaceChildren(...this.units.map((unit) => this.unitMark(unit)));
    byId("unit-count").textContent = this.units.length ? `${this.units.length} units` : "none";
  }

  unitMark(unit) {
    const at = unit.hexes.map((hex) => ({ x: this.data.hexes.x[hex], y: this.data.hexes.y[hex] }));
    const x = mean(at.map((one) => one.x)), y = mean(at.map((one) => one.y));
    const piece = this.data.counters[unit.counter];
    // a two-hex unit lies along the line from its left hex to its right one
    const turn = at.length > 1 ? (Math.atan2(at[1].y - at[0].y, at[1].x - at[0].x) * 180) / Math.PI : 0;
    if (piece) return pieceMark(unit, piece, { x, y, turn: unit.direction < 0 ? turn : this.data.bearings[unit.direction] });
    const size = this.data.size, long = unit.hexes.length > 1 ? size * 1.6 : size * 0.66;
    const rect = drawn("rect", { x: -long / 2, y: -size * 0.27, width: long, height: size * 0.54, rx: 0.8, transform: `rotate(${turn})` });
    const text = drawn("text", { "font-size": size * 0.22 }, unit.code || (unit.side || "unit").slice(0, 4));
    const kind = `unit side-${this.data.sides.indexOf(unit.side)}${unit.blocks ? "" : " passive"}`;
    return drawn("g", { class: kind, transform: `translate(${x} ${y})` }, rect, ...this.frontMarks(unit, turn), text);
  }

  /** A bar along the front of a unit that has one. */
  frontMarks(unit, turn) {
    const size = this.data.size;
    const front = `M${-size * 0.7} ${-size * 0.2}H${size * 0.7}`;
    if (unit.hexes.length > 1) return [drawn("path", { class: "bar", d: front, transform: `rotate(${turn})` })];
    if (unit.direction < 0) return [];
    const d = `M${-size * 0.12} ${-size * 0.3}L0 ${-size * 0.42}L${size * 0.12} ${-size * 0.3}`;
    return [drawn("path", { class: "bar", d, transform: `rotate(${this.data.bearings[unit.direction]})` })];
  }
}

/** A unit as its counter, turned to where it faces. */
function pieceMark(unit, piece, { x, y, turn }) {
  const { width, height } = piece;
  const place = { x: -width / 2, y: -height / 2, width, height, transform: `translate(${x} ${y}) rotate(${turn})` };
  return drawn("use", { href: `#piece-${unit.counter}`, class: unit.blocks ? "piece" : "piece passive", ...place });
}

function nameOf(unit) {
  const side = [unit.side, unit.code || unit.counter].filter(Boolean).join(" ") || "unit";
  return unit.blocks ? side : `${side} (does not block)`;
}

function costsInWords(reach) {
  const groups = new Map();
  const sorted = [...reach.costs].sort((p, q) => p.cost - q.cost || compared([p.at], [q.at]));
  for (const { at, cost } of sorted) groups.set(cost, [...(groups.get(cost) ?? []), at]);
  return [...groups].map(([cost, places]) => ["quiet", `${pointsOf(cost, reach.scale)}: ${places.join(" ")}`]);
}

/** The two hexes of each hexside that a line runs along, left first. */
function runsOf(border) {
  return border.flatMap((met, k) => (met.sort === LEFT ? [[met, border[k + 1]]] : []));
}

function joined(parts) {
  return parts.join(" ") || "none";
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
