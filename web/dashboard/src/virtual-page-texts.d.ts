declare module "virtual:sign-in-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module "virtual:counter-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
