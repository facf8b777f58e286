declare module "*.toml" {
  const table: Record<string, string>;
  export default table;
}
