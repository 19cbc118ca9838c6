// @ts-check
// Opens the page: unpacks what the library worked out and hands it to the room that shows it.

async function start() {
  const data = await unpacked(byId("data").textContent ?? "");
  const opened = data.kind === "hexes" ? new HexPage(data) : new AreaPage(data);
  Object.assign(globalThis, { mapsheetPage: opened });
  byId("fold").addEventListener("click", () => {
    const folded = byId("panel").classList.toggle("folded");
    byId("fold").setAttribute("aria-expanded", String(!folded));
  });
  document.documentElement.dataset.state = "ready";
}

/** Show what went wrong where answers stand. */
function fail(error) {
  document.documentElement.dataset.state = "failed";
  tell([["fault", `The page cannot work: ${error instanceof Error ? error.message : error}`]]);
}

addEventListener("error", (event) => fail(event.error ?? event.message));
addEventListener("unhandledrejection", (event) => fail(event.reason));
start().catch(fail);
