declare module "virtual:sign-in-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
