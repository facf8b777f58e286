import type { Dictionary } from "./index";
import en from "./en";
const words: Dictionary = en;
export default words;
