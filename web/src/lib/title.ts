/** The title of the browser's window: the heading of the page, and the name of the house. */

const HOUSE = "Flagfall";

/** Keep the title after the first heading in an element, until the returned function is called. */
export function followHeading(main: HTMLElement): () => void {
  const read = (): void => {
    const heading = main.querySelector("h1")?.textContent?.trim();
    document.title = heading ? `${heading} – ${HOUSE}` : HOUSE;
  };
  const observer = new MutationObserver(read);
  observer.observe(main, { childList: true, subtree: true, characterData: true });
  read();
  return () => observer.disconnect();
}
