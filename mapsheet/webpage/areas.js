// @ts-check
// The page of an area map: neighbors by kind of link, reach with its costs, and the way between two spaces with its reasons.

const HINT = "Click a space: its neighbors, and with an allowance where one gets. A second one: the way there, and why.";

class AreaPage {
  constructor(data) {
    this.data = data;
    this.atlas = new Atlas(data);
    this.ids = data.spaces.map((space) => space.id);
    this.place = new Map(this.ids.map((id, k) => [id, k]));
    this.first = "";
    this.second = "";
    this.cursor = "";
    this.isWalking = false; // with keys: then the cursor is seen
    this.closed = new Set();
    this.stops = new Set();
    this.elements = new Map();
    const hears = { choose: (k) => this.choose(this.ids[k]), point: (k, at) => this.point(k, at), key: (event) => this.key(event) };
    this.stage = new Stage(this.picks(), hears);
    for (const name of ["tints", "route", "costs", "cursor"]) this.stage.layer(name);
    this.stage.svg.append(byId("city-picks") ?? ""); // above all that is drawn
    this.furnish();
    this.show();
  }

  picks() {
    const found = new Map();
    this.data.spaces.forEach((space, k) => {
      const element = document.getElementById(space.element);
      if (!element) return;
      this.elements.set(space.id, element);
      found.set(element, k);
    });
    const circles = drawn("g", { id: "city-picks" });
    for (const [k, space] of this.data.spaces.entries()) {
      if (!space.isPoint || !space.at) continue;
      const circle = drawn("circle", { cx: space.at[0], cy: space.at[1], r: 2.4, "fill-opacity": 0 });
      circles.append(circle);
      found.set(circle, k);
    }
    byId("sheet").querySelector("svg")?.append(circles);
    return found;
  }

  /** Where a space is on the sheet, null where it is not drawn. */
  at(id) {
    const { at } = this.space(id);
    if (at) return { x: at[0], y: at[1] };
    const element = this.elements.get(id);
    if (!element) return null;
    const box = this.box(element);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** The box of an element on the sheet. */
  box(element) {
    const box = element.getBBox(), own = element.getCTM(), sheet = this.stage.svg.getCTM();
    const matrix = own && sheet ? sheet.inverse().multiply(own) : new DOMMatrix();
    const corner = new DOMPoint(box.x, box.y).matrixTransform(matrix);
    const far = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(matrix);
    return { x: corner.x, y: corner.y, width: far.x - corner.x, height: far.y - corner.y };
  }

  space(id) {
    return this.atlas.spaces.get(id);
  }

  // -- the tools of the panel -----------------------------------------------------------------------------------------

  furnish() {
    const byName = [...this.data.spaces].sort((x, y) => x.name.localeCompare(y.name, "en"));
    byId("space").append(...byName.map((space) => made("option", { value: space.id }, `${space.name} (${space.kind})`)));
    this.hearNames();
    const movers = [["", "what fits the spaces"], ...Object.keys(this.data.movers).map((name) => [name, name]), ["all", "every kind of link"]];
    byId("by").append(...movers.map(([value, text]) => made("option", { value }, text)));
    for (const id of ["allowance", "by"]) byId(id).addEventListener("input", () => this.show());
    this.checks("facts", this.data.facts);
    this.checks("bans", this.data.traits);
  }

  /** A name is chosen from the list by a press, with keys by Enter: on the way to it the keys pass many others. */
  hearNames() {
    const list = byId("space");
    let isKeyed = false;
    const choose = () => {
      isKeyed = false;
      if (field("space").value) this.choose(field("space").value);
    };
    list.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && field("space").value) {
        event.preventDefault(); // it would open the list
        choose();
      } else isKeyed ||= event.key !== "Tab";
    });
    list.addEventListener("pointerdown", () => (isKeyed = false));
    list.addEventListener("change", () => isKeyed || choose());
  }

  checks(name, texts) {
    byId(`${name}-box`).hidden = !texts.length;
    for (const text of texts) {
      const check = made("input", { type: "checkbox", value: text });
      check.addEventListener("input", () => this.show());
      byId(name).append(made("label", {}, check, text));
    }
  }

  checked(name) {
    return new Set([...byId(name).querySelectorAll("input:checked")].map((input) => /** @type {HTMLInputElement} */ (input).value));
  }

  get tool() {
    return /** @type {HTMLInputElement} */ (document.querySelector("[name=tool]:checked")).value;
  }

  // -- what one does ----------------------------------------------------------------------------------------------------

  choose(id) {
    if (!id) return;
    this.isWalking &&= id === this.cursor;
    this.cursor = id;
    if (this.tool === "close") toggle(this.closed, id);
    else if (this.tool === "stop") toggle(this.stops, id);
    else if (!this.first || this.second) [this.first, this.second] = [id, ""];
    else if (this.first === id) this.first = "";
    else this.second = id;
    this.show();
  }

  point(k, at) {
    this.stage.label(k < 0 ? "" : this.titleOf(this.ids[k]), at);
  }

  titleOf(id) {
    const more = [this.closed.has(id) && "closed", this.stops.has(id) && "a stop"].filter(Boolean);
    return [this.space(id).title, ...more].join("; ");
  }

  key(event) {
    const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (event.key in ways && !event.shiftKey) this.step(ways[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.choose(this.cursor);
    else if (event.key === "Escape") this.clear();
    else return false;
    return true;
  }

  /** Move the cursor to the nearest space that lies that way on the sheet. */
  step([dx, dy]) {
    const here = this.cursor ? this.at(this.cursor) : null;
    const far = (at) => {
      const ahead = (at.x - here.x) * dx + (at.y - here.y) * dy, aside = Math.abs((at.x - here.x) * dy + (at.y - here.y) * dx);
      return ahead > 0.5 && aside <= 1.5 * ahead ? ahead + 2 * aside : Infinity;
    };
    const places = this.ids.filter((id) => id !== this.cursor).map((id) => ({ id, at: this.at(id) })).filter(({ at }) => at);
    const next = here ? places.reduce((best, one) => (far(one.at) < far(best.at) ? one : best)) : places[0];
    if (!next || (here && far(next.at) === Infinity)) return;
    this.cursor = next.id;
    this.isWalking = true;
    this.drawCursor();
    this.stage.reveal(next.at.x, next.at.y);
    tell([["head", this.titleOf(next.id)], ["quiet", "Enter asks."]]);
  }

  clear() {
    this.first = this.second = "";
    this.isWalking = false;
    this.show();
  }

  // -- answers ------------------------------------------------------------------------------------------------------------

  /** The walk of who moves from a space, to another where one is given. */
  walk(start, ...ends) {
    return new Walk(this.passage(this.kinds() ?? this.atlas.fitting(start, ...ends)), start, { stops: this.stops });
  }

  passage(by) {
    return new Passage(this.atlas, { by, facts: this.checked("facts"), closed: this.closed, bans: this.checked("bans") });
  }

  /** The kinds of link that are wished for, null for what fits. */
  kinds() {
    const by = field("by").value;
    return by === "" ? null : by === "all" ? this.atlas.kinds : this.data.movers[by];
  }

  neighbors(id) {
    return this.passage(this.kinds() ?? this.data.every).neighbors(id);
  }

  limit() {
    const text = field("allowance").value.trim();
    const limit = text === "" ? null : partsOf(text, this.atlas.scale);
    byId("allowance-fault").hidden = text === "" || limit !== null;
    return limit;
  }

  // -- what is shown ------------------------------------------------------------------------------------------------------

  show() {
    for (const name of ["tints", "route", "costs"]) this.stage.layer(name).replaceChildren();
    field("space").value = "";
    this.drawShut();
    this.drawCursor();
    if (!this.first) return tell([["quiet", HINT]]);
    const lines = this.second ? this.showWay(this.first, this.second) : this.showAround(this.first);
    this.tint(this.first, "chosen");
    tell(lines);
  }

  showAround(id) {
    const about = this.space(id).about.map((line, k) => [k ? "quiet" : "head", line]);
    const limit = this.limit();
    return [...about, ...(limit === null ? this.showNeighbors(id) : this.showReach(id, limit))];
  }

  showNeighbors(id) {
    const { neighbors, leftOut, barred } = this.neighbors(id);
    const lines = neighbors.map(([kind, ids], k) => {
      for (const other of ids) this.tint(other, `neighbor kind-${k % 6}`);
      return [`more by-kind key-${k % 6}`, `${kind}: ${ids.join(" ")}`];
    });
    const reasons = [...leftOut, ...barred];
    for (const reason of reasons) this.tint(reason.space, "barred");
    return [...(lines.length ? lines : [["more", "no neighbors"]]), ...reasons.map((reason) => ["quiet", this.reasonInWords(reason)])];
  }

  showReach(id, limit) {
    const walk = this.walk(id), reach = walk.reach(limit);
    const points = (cost) => pointsOf(cost, this.atlas.scale);
    for (const [other, cost] of reach.costs) this.drawCost(other, points(cost));
    const costs = [...new Set(reach.costs.values())].sort((x, y) => x - y);
    const groups = costs.map((cost) => {
      const ids = [...reach.costs].filter(([, other]) => other === cost).map(([other]) => (reach.stops.includes(other) ? `${other}!` : other));
      return ["more", `${points(cost)}: ${ids.join(" ")}`];
    });
    const head = ["head", `${id} with ${manyPoints(field("allowance").value.trim())} by ${walk.passage.by.join(" ")}`];
    const ends = reach.stops.length ? [["quiet", "! the move ends there"]] : [];
    return [head, ...groups, ...ends, ...reach.leftOut.map((reason) => ["quiet", this.reasonInWords(reason)])];
  }

  showWay(start, end) {
    const limit = this.limit(), walk = this.walk(start, end), why = walk.why(end, limit);
    const points = (cost) => pointsOf(cost, this.atlas.scale);
    const verdict = why.possible ? `possible at ${points(why.cost)}` : "not possible";
    this.tint(end, why.possible ? "reached" : "blocking");
    this.drawRoute(why.steps.length ? [start, ...why.steps.map((step) => step.to)] : why.around ?? []);
    const steps = why.steps.map(({ from, to, cost, link }) => {
      const more = `${link.condition ? ` if ${link.condition}` : ""}${link.rule ? ` [${link.rule}]` : ""}`;
      return ["more", `${from} to ${to} by ${link.kind}: ${points(cost)}${more}`];
    });
    const dear = { note: `${points(why.cost ?? 0)} of ${field("allowance").value.trim()}` };
    const reasons = why.reasons.map((reason) => ["more", this.reasonInWords(reason.why === "allowance" ? { ...reason, ...dear } : reason)]);
    const around = why.around ? [["more", `way round: ${why.around.join(" ")}`]] : [];
    const kind = why.possible ? "head is-clear" : "head is-blocked";
    return [[kind, `${start} to ${end}: ${verdict} by ${walk.passage.by.join(" ")}`], ...steps, ...reasons, ...around];
  }

  /** A reason as one line. @param {Reason} reason */
  reasonInWords(reason) {
    const note = reason.why === "allowance" ? reason.note : reason.note && `(${reason.note})`;
    const more = [reason.condition, note].filter(Boolean).join(" ");
    const from = reason.origin ? ` from ${reason.origin}` : "", link = reason.link ? ` by ${reason.link}` : "";
    const words = this.data.words[reason.why] ?? reason.why, rule = reason.rule ? ` [${reason.rule}]` : "";
    return `${reason.space}${from}${link}: ${words}${more ? ` ${more}` : ""}${rule}`;
  }

  // -- marks ----------------------------------------------------------------------------------------------------------------

  /** Mark a space: its shape again in another style, or a ring or a box about what is drawn of it. */
  tint(id, kind, layer = "tints") {
    const element = this.elements.get(id), { isPoint } = this.space(id), at = this.at(id);
    if (!at) return;
    const mark = isPoint ? drawn("circle", { cx: at.x, cy: at.y, r: 3.2 }) : this.shapeOf(element);
    mark.setAttribute("class", kind);
    this.stage.layer(layer).append(mark);
  }

  /** The shape of a space again, or a box about what is drawn of it. */
  shapeOf(element) {
    if (element.localName === "path") {
      return drawn("path", { d: element.getAttribute("d"), "fill-rule": "evenodd", "clip-path": clipOf(element) });
    }
    const box = this.box(element);
    return drawn("rect", { x: box.x - 0.8, y: box.y - 0.8, width: box.width + 1.6, height: box.height + 1.6, rx: 2 });
  }

  drawCursor() {
    this.stage.layer("cursor").replaceChildren();
    if (this.isWalking) this.tint(this.cursor, "cursor", "cursor");
  }

  drawShut() {
    for (const id of this.closed) this.tint(id, "shut");
    for (const id of this.stops) this.tint(id, "stopping");
    const button = (id, what) => {
      const made_ = made("button", { type: "button", title: "take away" }, `${id}: ${what} ×`);
      made_.addEventListener("click", () => {
        (what === "closed" ? this.closed : this.stops).delete(id);
        this.show();
      });
      return made_;
    };
    byId("shut-spaces").replaceChildren(...[...this.closed].map((id) => button(id, "closed")), ...[...this.stops].map((id) => button(id, "stop")));
  }

  drawCost(id, text) {
    const at = this.at(id);
    if (!at) return;
    this.tint(id, "reached");
    const disc = drawn("circle", { class: "cost-disc", cx: at.x, cy: at.y });
    this.stage.layer("costs").append(disc, drawn("text", { class: "cost on-disc", x: at.x, y: at.y }, text));
  }

  drawRoute(path) {
    const points = path.map((id) => this.at(id)).filter(Boolean).map((at) => `${at.x},${at.y}`).join(" ");
    if (path.length > 1) this.stage.layer("route").append(...["route", "route ink"].map((kind) => drawn("polyline", { class: kind, points })));
  }
}

/** The clip of the layer that an element lies in. */
function clipOf(element) {
  return element.closest("[clip-path]")?.getAttribute("clip-path") ?? "none";
}

/** `1 point`, `2 points`. */
function manyPoints(text) {
  return text === "1" ? "1 point" : `${text} points`;
}

function toggle(some, one) {
  if (!some.delete(one)) some.add(one);
}
