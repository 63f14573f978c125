import { account } from "virtual:endpoints";
import { endProof } from "../proof.ts";
import { useAction } from "../query.ts";
import { t } from "../texts/t.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useUser } from "../use-session.ts";
import { FreshProof } from "../views/account/fresh-proof.tsx";

/** Asks for a proof as soon as the service wants one, above the page, which keeps what was typed. */
export function ProofDialog() {
  const prove = useAction(account.proveSession, () => endProof(true));
  const close = () => endProof(false);
  const { phone, telegram } = useUser();
  return (
    <Dialog title={t("proof.confirmItIsYou")} onClose={close}>
      <p className="mb-4 text-soft">{t("proof.explained")}</p>
      {phone !== null && telegram !== null && (
        <p className="mb-4 text-soft">{t("proof.otherWay")}</p>
      )}
      <FreshProof
        action={t("proof.confirm")}
        busy={prove.isPending}
        error={prove.error}
        onProof={(body) => prove.mutate({ body })}
        onClose={close}
      />
    </Dialog>
  );
}
