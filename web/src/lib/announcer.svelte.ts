/** What a screen reader should say next. The same sentence twice in a row is said twice. */

class Announcer {
  text = $state("");
  private odd = false;

  say(sentence: string): void {
    if (!sentence) return;
    this.odd = !this.odd;
    this.text = this.odd ? sentence : `${sentence}\u00a0`;
  }
}

export const announcer = new Announcer();
