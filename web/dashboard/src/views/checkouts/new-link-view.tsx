import { Page } from "../../ui/page.tsx";

export function NewLinkView() {
  return <Page title="NewLinkView">…</Page>;
}
