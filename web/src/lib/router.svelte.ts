/** Addresses and pages. */

export interface Route {
  readonly page: string;
  readonly args: readonly string[];
  readonly query: URLSearchParams;
}

const PAGES: readonly [string, RegExp][] = [
  ["home", /^\/(?:play)?$/],
  ["series", /^\/series\/([^/]+)$/],
  ["play", /^\/play\/([^/]+)$/],
  ["table", /^\/table\/([^/]+)$/],
  ["join", /^\/join\/([^/]+)\/([^/]+)$/],
  ["replay", /^\/replay\/([^/]+)$/],
  ["review", /^\/review\/([^/]+)$/],
  ["analysis", /^\/analysis$/],
  ["lab", /^\/lab(?:\/([^/]+))?$/],
  ["lobby", /^\/lobby$/],
  ["tournaments", /^\/tournaments$/],
  ["tournament", /^\/tournaments\/([^/]+)$/],
  ["games", /^\/games$/],
  ["database", /^\/database$/],
  ["profile", /^\/profile$/],
  ["progress", /^\/progress$/],
  ["moderation", /^\/moderation$/],
  ["friends", /^\/friends$/],
  ["ladders", /^\/ladders$/],
  ["statistics", /^\/people\/([^/]+)\/statistics$/],
  ["person", /^\/people\/([^/]+)$/],
  ["rules", /^\/rules\/([^/]+)$/],
  ["setup", /^\/setup\/([^/]+)$/],
  ["learn", /^\/learn$/],
  ["lesson", /^\/learn\/([^/]+)$/],
  ["puzzles", /^\/puzzles$/],
  ["puzzle", /^\/puzzles\/([^/]+)$/],
  ["campaign", /^\/campaign(?:\/([^/]+))?$/],
  ["editions", /^\/editions$/],
  ["workshop", /^\/workshop$/],
  ["confirm", /^\/notices\/confirm\/([^/]+)$/],
  ["stop", /^\/notices\/stop\/([^/]+)$/],
  ["offline", /^\/offline(?:\/(game))?$/],
  ["about", /^\/about$/],
];

function match(path: string, search = ""): Route {
  for (const [page, shape] of PAGES) {
    const found = shape.exec(path.length > 1 ? path.replace(/\/$/, "") : path);
    if (found)
      return {
        page,
        args: found.slice(1).map((part) => decodeURIComponent(part ?? "")),
        query: new URLSearchParams(search),
      };
  }
  return { page: "lost", args: [], query: new URLSearchParams(search) };
}

/** The code of the invite link by which somebody watches a table that is not public, from the address. */
export function watchCode(): string {
  return new URLSearchParams(location.search).get("code") ?? "";
}

class Router {
  route = $state.raw<Route>(match(location.pathname, location.search));

  constructor() {
    window.addEventListener("popstate", () => this.read());
    document.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
        return;
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (
        !link ||
        link.target ||
        link.hasAttribute("download") ||
        link.origin !== location.origin ||
        /^\/(api|help)\//.test(link.pathname)
      )
        return;
      if (link.hash && link.pathname === location.pathname) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  private read(): void {
    this.route = match(location.pathname, location.search);
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    const before = this.route;
    this.read();
    if (before.page !== this.route.page || before.args.join() !== this.route.args.join()) window.scrollTo(0, 0);
  }

  /** Change the address without changing the page. */
  note(path: string): void {
    history.replaceState(null, "", path);
  }
}

export const router = new Router();
