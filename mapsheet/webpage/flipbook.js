// @ts-check
// Pages through pictures that lie beside the page: by key, by button, by slider, or one after the other.

const EACH = 1200; // ms that a picture stays while they run
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const pages = [...document.querySelectorAll("#pages > li")];
const image = /** @type {HTMLImageElement} */ (byId("image"));
const slider = /** @type {HTMLInputElement} */ (byId("place"));
let place = 0;
let timer = 0;

const linkOf = (page) => page.querySelector("a");

/** Show a page; what stands after it is fetched ahead. */
function show(k) {
  place = Math.max(0, Math.min(pages.length - 1, k));
  const link = linkOf(pages[place]);
  image.src = link.getAttribute("href");
  image.alt = link.textContent;
  byId("heading").textContent = link.textContent;
  byId("told").replaceChildren(...[...pages[place].querySelectorAll("p")].map((line) => line.cloneNode(true)));
  byId("told").scrollTop = 0;
  byId("count").textContent = `picture ${place + 1} of ${pages.length}`;
  slider.value = String(place + 1);
  history.replaceState(null, "", `#${place + 1}`);
  if (place + 1 < pages.length) new Image().src = linkOf(pages[place + 1]).getAttribute("href");
  if (place + 1 === pages.length) stop();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  byId("run").textContent = "▶▶";
}

function run() {
  if (timer) return stop();
  if (place + 1 === pages.length) show(0);
  timer = setInterval(() => image.complete && show(place + 1), EACH);
  byId("run").textContent = "❚❚";
}

const DOES = {
  ArrowRight: () => show(place + 1), ArrowLeft: () => show(place - 1), PageDown: () => show(place + 10), PageUp: () => show(place - 10),
  Home: () => show(0), End: () => show(pages.length - 1), " ": run,
};

document.addEventListener("keydown", (event) => {
  const own = event.target instanceof HTMLButtonElement && event.key === " ";
  const large = byId("picture").classList.contains("large") && event.target === byId("picture") && event.key.startsWith("Arrow");
  if (own || large || event.target === slider || event.ctrlKey || event.altKey || event.metaKey || !(event.key in DOES)) return;
  event.preventDefault();
  DOES[event.key]();
});
for (const [id, key] of Object.entries({ first: "Home", back: "ArrowLeft", run: " ", next: "ArrowRight", last: "End" })) byId(id).onclick = DOES[key];
slider.max = String(pages.length);
slider.oninput = () => show(Number(slider.value) - 1);
byId("picture").onclick = () => byId("picture").classList.toggle("large");
byId("pages").hidden = true;
byId("book").hidden = false;
show((Number(location.hash.slice(1)) || 1) - 1);
