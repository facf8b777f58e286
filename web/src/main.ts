import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { patternDefs } from "./pieces/kit";
import { prefs } from "./lib/prefs.svelte";
import { session } from "./lib/session.svelte";

const defs = document.createElementNS("http://www.w3.org/2000/svg", "svg");
defs.setAttribute("class", "defs");
defs.setAttribute("aria-hidden", "true");
defs.innerHTML = `<defs>${patternDefs()}</defs>`;
document.body.append(defs);

prefs.apply();
void prefs.language().then(async () => {
  await session.start();
  mount(App, { target: document.getElementById("app")! });
});

if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
