declare module "virtual:sign-in-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module "virtual:counter-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module "virtual:dashboard-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module "virtual:audit-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module "virtual:console-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module "virtual:customers-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module "virtual:evidence-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module "virtual:logs-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module "virtual:notifications-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module "virtual:phones-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module "virtual:requests-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module "virtual:books-texts/*" {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
