// @ts-check
// Shows the last picture that could be drawn, takes a new one whenever there is one, and tells what is wrong.

/** @type {Stage|null} */
let stage = null;

/** Put a picture on the stage; what one looks at stays where it is. */
function present(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  byId("sheet").replaceChildren(document.adoptNode(parsed));
  if (stage) stage.take();
  else stage = new Stage(new Map(), { choose: () => {}, point: () => {}, key: () => false });
}

async function follow() {
  let version = 0;
  for (;;) {
    try {
      const told = await (await fetch(`/picture/${version}`)).json();
      if (told.version !== version && told.svg) present(told.svg);
      if (told.version !== version) tell(told.faults.map((fault) => ["fault", fault]));
      version = told.version;
    } catch {
      tell([["fault", "The preview has ended; this is its last picture."]]);
      await new Promise((wake) => setTimeout(wake, 1000));
      version = -1;
    }
    byId("answer").hidden = !byId("answer").childElementCount;
    document.documentElement.dataset.version = String(version);
  }
}

follow();
