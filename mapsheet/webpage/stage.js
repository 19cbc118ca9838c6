// @ts-check
// The sheet on its stage: panned and zoomed by mouse, fingers, buttons and keys; spaces pointed at; marks drawn above.

const SVG = "http://www.w3.org/2000/svg";
const NEAREST = 40; // pixels to a millimetre
const SLACK = 6; // pixels that a press may stray and still be a click

/** @typedef {{x: number, y: number}} Point */
/**
 * Who hears of clicks, of pointing (a space, -1 for none) and of keys (true where it used one).
 * @typedef {{choose: (space: number) => void, point: (space: number, at: Point) => void, key: (event: KeyboardEvent) => boolean}} Hears
 */

class Stage {
  /**
   * @param {Map<Element, number>} picks the elements that stand for spaces, by the space's index
   * @param {Hears} hears
   */
  constructor(picks, hears) {
    this.stage = byId("stage");
    this.sheet = byId("sheet");
    this.picks = picks;
    this.hears = hears;
    this.fingers = new Map();
    this.view = { x: 0, y: 0, scale: 1 };
    this.layers = {};
    for (const pick of picks.keys()) {
      pick.classList.add("pick");
      pick.querySelector("title")?.remove(); // the page's own label tells more
    }
    this.take();
    this.listen();
    this.showAll();
  }

  /** Take the drawing that lies on the stage: a pixel to a millimetre before it is zoomed. */
  take() {
    this.svg = /** @type {SVGSVGElement} */ (this.sheet.querySelector("svg"));
    const { width, height } = this.svg.viewBox.baseVal;
    this.width = width;
    this.height = height;
    this.svg.setAttribute("width", String(width));
    this.svg.setAttribute("height", String(height));
    this.marks = drawn("g", { id: "marks" });
    this.svg.append(this.marks);
  }

  /** A layer of marks under a name, above the sheet and below those that came later. @returns {SVGGElement} */
  layer(name) {
    if (!this.layers[name]) {
      this.layers[name] = drawn("g", { id: `marks-${name}` });
      this.marks.append(this.layers[name]);
    }
    return this.layers[name];
  }

  // -- where one looks ----------------------------------------------------------------------------------------------

  showAll() {
    const { clientWidth: width, clientHeight: height } = this.stage;
    const scale = Math.min(width / this.width, height / this.height) * 0.98 || 1;
    this.least = scale * 0.5;
    this.look({ scale, x: (width - this.width * scale) / 2, y: (height - this.height * scale) / 2 });
  }

  look(view) {
    this.view = view;
    this.sheet.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    // a sheet that moves is moved as a picture, one that rests is drawn anew and sharp
    this.sheet.classList.add("moving");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), 150);
  }

  /** Draw the sheet sharp, and let no mark be thinner than some pixels. */
  rest() {
    this.sheet.classList.remove("moving");
    this.marks.style.setProperty("--px", `${1 / this.view.scale}px`);
  }

  /** Zoom about a point of the stage. */
  zoom(factor, at) {
    const scale = Math.min(NEAREST, Math.max(this.least, this.view.scale * factor));
    const by = scale / this.view.scale;
    this.look({ scale, x: at.x - (at.x - this.view.x) * by, y: at.y - (at.y - this.view.y) * by });
  }

  shift(dx, dy) {
    this.look({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  middle() {
    return { x: this.stage.clientWidth / 2, y: this.stage.clientHeight / 2 };
  }

  /** Bring a point of the sheet into sight. */
  reveal(x, y) {
    const at = { x: this.view.x + x * this.view.scale, y: this.view.y + y * this.view.scale };
    const { clientWidth: width, clientHeight: height } = this.stage;
    const off = (value, most) => (value < 50 ? 50 - value : value > most - 50 ? most - 50 - value : 0);
    const dx = off(at.x, width), dy = off(at.y, height);
    if (!dx && !dy) return;
    this.shift(dx, dy);
    this.label("", this.middle());
  }

  // -- what one does ------------------------------------------------------------------------------------------------

  listen() {
    const { stage } = this;
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    stage.addEventListener("pointerdown", (event) => this.press(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) stage.addEventListener(name, (event) => this.lift(event));
    stage.addEventListener("pointerleave", () => this.hears.point(-1, { x: 0, y: 0 }));
    stage.addEventListener("keydown", (event) => this.pressKey(event));
    byId("nearer").addEventListener("click", () => this.zoom(1.4, this.middle()));
    byId("farther").addEventListener("click", () => this.zoom(1 / 1.4, this.middle()));
    byId("whole").addEventListener("click", () => this.showAll());
    byId("zoom").addEventListener("pointerdown", (event) => event.stopPropagation());
  }

  wheel(event) {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
    this.zoom(Math.exp(-Math.max(-300, Math.min(300, pixels)) / 400), this.at(event));
  }

  at(event) {
    const box = this.stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  press(event) {
    if (event.button > 0) return;
    if (!this.fingers.size) this.pressed = { ...this.at(event), strayed: false, space: this.spaceOf(event.target) };
    this.fingers.set(event.pointerId, this.at(event));
    if (this.fingers.size > 1 && this.pressed) this.pressed.strayed = true;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId), now = this.at(event);
    if (!before || !this.pressed) return this.hears.point(this.spaceOf(event.target), now);
    if (!this.pressed.strayed && Math.hypot(now.x - this.pressed.x, now.y - this.pressed.y) < SLACK) return;
    if (!this.pressed.strayed) this.drag(event);
    const others = [...this.fingers.entries()].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (others.length) this.pinch(before, now, others[0]);
    else this.shift(now.x - before.x, now.y - before.y);
    this.fingers.set(event.pointerId, now);
  }

  drag(event) {
    if (this.pressed) this.pressed.strayed = true;
    this.stage.classList.add("dragged");
    this.hears.point(-1, { x: 0, y: 0 });
    if (event.isTrusted) this.stage.setPointerCapture(event.pointerId);
  }

  /** One finger of two moves: the sheet follows the point between them, and their distance. */
  pinch(before, now, other) {
    const span = (at) => Math.max(20, Math.hypot(at.x - other.x, at.y - other.y));
    const between = (at) => ({ x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    this.shift(between(now).x - between(before).x, between(now).y - between(before).y);
    this.zoom(span(now) / span(before), between(now));
  }

  lift(event) {
    if (!this.fingers.delete(event.pointerId) || this.fingers.size || !this.pressed) return;
    const { strayed, space } = this.pressed;
    this.pressed = undefined;
    this.stage.classList.remove("dragged");
    if (event.type === "pointerup" && !strayed) this.hears.choose(space);
  }

  pressKey(event) {
    if (event.target !== this.stage || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.hears.key(event) || this.lookKey(event)) event.preventDefault();
  }

  lookKey(event) {
    const step = 80;
    const keys = {
      "+": () => this.zoom(1.4, this.middle()), "=": () => this.zoom(1.4, this.middle()),
      "-": () => this.zoom(1 / 1.4, this.middle()), "0": () => this.showAll(),
      ArrowUp: () => this.shift(0, step), ArrowDown: () => this.shift(0, -step),
      ArrowLeft: () => this.shift(step, 0), ArrowRight: () => this.shift(-step, 0),
    };
    keys[event.key]?.();
    if (event.key in keys) this.label("", this.middle()); // what it was about has moved away
    return event.key in keys;
  }

  /** The space that an element stands for, -1 for none. */
  spaceOf(target) {
    const pick = target instanceof Element ? target.closest(".pick") : null;
    return pick ? this.picks.get(pick) ?? -1 : -1;
  }

  /** Show a label beside a point of the stage, or none. */
  label(text, at) {
    const tip = byId("tip");
    tip.hidden = !text;
    if (!text) return;
    tip.textContent = text;
    const x = Math.min(at.x + 16, this.stage.clientWidth - tip.offsetWidth - 6);
    const y = at.y + 22 + tip.offsetHeight > this.stage.clientHeight ? at.y - tip.offsetHeight - 10 : at.y + 18;
    tip.style.transform = `translate(${Math.max(4, x)}px, ${y}px)`;
  }
}

/** @returns {HTMLElement} */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @returns {HTMLInputElement} */
function field(id) {
  return /** @type {HTMLInputElement} */ (document.getElementById(id));
}

/** An element of SVG. @returns {any} */
function drawn(name, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** An element of HTML. @returns {any} */
function made(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** Say lines in the panel, each a class and a text. */
function tell(lines) {
  byId("answer").replaceChildren(...lines.map(([kind, text]) => made("p", { class: kind }, text)));
}

/** What packed data holds. @returns {Promise<any>} */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}
