import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { patternDefs } from "./pieces/kit";
import { prefs } from "./lib/prefs.svelte";
import { router } from "./lib/router.svelte";
import { pages } from "./page-loaders";
import { session } from "./lib/session.svelte";
import { isReady } from "./offline/ready-mark";

const defs = document.createElementNS("http://www.w3.org/2000/svg", "svg");
defs.setAttribute("class", "defs");
defs.setAttribute("aria-hidden", "true");
defs.innerHTML = `<defs>${patternDefs()}</defs>`;
document.body.append(defs);

prefs.apply();
// All at once: the words, who this is, and the page. What the server has drawn stays until they are here.
void Promise.all([
  prefs.language(),
  session.start(),
  pages[router.route.page]!().catch(() => undefined), // The page itself says what is wrong.
]).then(() => {
  const target = document.getElementById("app")!;
  target.replaceChildren();
  mount(App, { target });
});

if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
// What this browser keeps for playing without a connection follows new builds.
if (isReady() && navigator.onLine) void import("./offline/pack.svelte").then((pack) => pack.renewPack());
