import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import typescript from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// Prettier decides how the code is laid out; these rules are about what it does.
export default defineConfig(
  { ignores: ["dist/", "node_modules/", "src/wire.ts"] },
  js.configs.recommended,
  typescript.configs.strict,
  typescript.configs.stylistic,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // TypeScript knows which names there are.
      "no-undef": "off",
      eqeqeq: "error",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Indices that were checked are asserted, which noUncheckedIndexedAccess asks for.
      "@typescript-eslint/no-non-null-assertion": "off",
      // An answer without a body is `call<void>`.
      "@typescript-eslint/no-invalid-void-type": "off",
    },
  },
  {
    files: ["**/*.ts", "**/*.svelte"],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: [".svelte"] } },
    rules: {
      // A promise that nobody waits for says so with `void`.
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
    rules: {
      // Markup of our own drawings, with foreign text escaped.
      "svelte/no-at-html-tags": "off",
      // State is replaced as a whole ($state.raw); the maps in it are never changed.
      "svelte/prefer-svelte-reactivity": "off",
      // A space that must stay is written {" "}.
      "svelte/no-useless-mustaches": "off",
    },
  },
);
