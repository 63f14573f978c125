import {
  keepPreviousData,
  notifyManager,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ApiProblem } from "../../../clients/typescript/src/problem.ts";
import type {
  Answer,
  AnyEndpoint,
  CallArguments,
  InputOf,
} from "../../../lib/contract/client-types.ts";
import { client, type Page, readPages } from "./client.ts";
import { askProof, wantsProof } from "./proof.ts";
import { errorText } from "./ui/problem.tsx";
import { toast } from "./ui/toast.tsx";

const isWorthRetrying = (error: unknown) =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline, a request fails at once with a message. Pausing it would send it later, unasked.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      retryDelay: (failures) => 400 * 2 ** failures,
    },
  },
});

interface ReadOptions {
  readonly enabled?: boolean;
  /** Interval of automatic reads in ms; null: none. */
  readonly refetchEveryMs?: number | null;
  /** Returns the answer to the previous input until the new one is there. */
  readonly keepsPrevious?: boolean;
}

/** Calls an operation that reads. Views with the same operation and input share one request. */
export function useApi<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: ReadOptions = {},
) {
  return useQuery<Answer<E>, ApiProblem>({
    queryKey: [endpoint.method, endpoint.path, input],
    queryFn: ({ signal }) =>
      client.call(endpoint, ...([{ ...input, signal }] as unknown as CallArguments<E>)),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchEveryMs ?? false,
    ...(options.keepsPrevious && { placeholderData: keepPreviousData }),
  });
}

type ItemOf<A> = A extends { readonly data: readonly (infer T)[] } ? T : never;

/** The pages of a list that were read so far. */
export interface ApiList<T> {
  readonly items: readonly T[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  refetch(): Promise<unknown>;
  fetchNextPage(): Promise<unknown>;
}

/** Reads a list page by page. */
export function useApiList<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: ReadOptions = {},
): ApiList<ItemOf<Answer<E>>> {
  type Item = ItemOf<Answer<E>>;
  const given = input as { readonly query?: object };
  const query = useInfiniteQuery<Page<Item>, ApiProblem, Item[], readonly unknown[], string | null>(
    {
      queryKey: [endpoint.method, endpoint.path, input, "pages"],
      queryFn: ({ signal, pageParam }) => {
        const paged = {
          ...given,
          query: { ...given.query, cursor: pageParam ?? undefined },
          signal,
        };
        const args = [paged] as unknown as CallArguments<E>;
        return client.call(endpoint, ...args) as Promise<Page<Item>>;
      },
      initialPageParam: null,
      getNextPageParam: (last) => (last.has_more ? last.next_cursor : null),
      select: ({ pages }) => pages.flatMap((page) => page.data),
      enabled: options.enabled ?? true,
      // Each refetch reads all pages shown, so a long list is read less often.
      refetchInterval: ({ state }) =>
        (options.refetchEveryMs ?? 0) * (state.data?.pages.length ?? 1) || false,
    },
  );
  return { ...query, items: query.data ?? [] };
}

/** As `useApi`, of a whole list: it is there once all of its pages are. For lists that only people make. */
export function useApiAll<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  { enabled = true }: Pick<ReadOptions, "enabled"> = {},
) {
  type Item = ItemOf<Answer<E>> & object;
  return useQuery<readonly Item[], ApiProblem>({
    queryKey: [endpoint.method, endpoint.path, input, "all"],
    queryFn: async ({ signal }) =>
      (await readPages<Item, E>(endpoint, input, Number.POSITIVE_INFINITY, { signal })).rows,
    enabled,
  });
}

/** Refusals by what is so now, and 0 for a lost answer. */
const OUT_OF_DATE: ReadonlySet<number> = new Set([0, 402, 404, 409]);

/** Longest wait for the page's new state, in ms. */
const REFRESH_MS = 3_000;

interface ActionOptions {
  /** Called before `onDone`, unless the dialog is closed already: another one may have been opened since. */
  readonly closes?: () => void;
  /** Calls `onDone` only once the page shows the change, so that it never offers what was done already. */
  readonly refreshesFirst?: boolean;
  /** Shows a problem in a toast, for a button that has no place of its own for it. */
  readonly toastsProblem?: boolean;
}

/**
 * The idempotency keys of calls that have not succeeded, by operation and input: they may have acted, although their answer
 * was lost. A call that succeeds drops them all, because it may undo what they did.
 */
const unsettled = new Map<string, string>();

/** The calls under way, by operation and input: a second tap comes before a slow phone has disabled the button. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Calls an operation that changes something, then reads everything on the page again. A call with the same input as
 * one that has not succeeded has its idempotency key, also from a dialog that was closed and opened again; while that
 * one is under way, they are one call. Where the service wants a proof that it is the user, the call follows once they gave it.
 *
 * @param onDone called with whether the view or dialog is still there: nobody may be led away from what they do since
 */
export function useAction<E extends AnyEndpoint>(
  endpoint: E,
  onDone?: (answer: Answer<E>, isShown: boolean) => void,
  { closes, refreshesFirst = false, toastsProblem = false }: ActionOptions = {},
) {
  const queries = useQueryClient();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useMutation<Answer<E>, ApiProblem, InputOf<E>>({
    mutationFn: (input) => {
      const text = JSON.stringify([endpoint, input]);
      const act = async () => {
        const idempotencyKey = unsettled.get(text) ?? crypto.randomUUID();
        unsettled.set(text, idempotencyKey);
        const keyed = { ...(input as object), idempotencyKey };
        const send = () => client.call(endpoint, ...([keyed] as unknown as CallArguments<E>));
        try {
          return await send();
        } catch (error) {
          unsettled.set(text, idempotencyKey);
          if (!wantsProof(error) || !(await askProof())) throw error;
          return send();
        }
      };
      const call = underWay.get(text) ?? act().finally(() => underWay.delete(text));
      underWay.set(text, call);
      return call as Promise<Answer<E>>;
    },
    onSuccess: async (answer) => {
      unsettled.clear();
      const refreshed = queries.invalidateQueries();
      if (refreshesFirst) {
        const late = new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
        await Promise.race([refreshed, late]);
      }
      const wasShown = isShown.current;
      if (wasShown) closes?.();
      onDone?.(answer, wasShown);
    },
    onError: (error) => {
      const say = () => toast(errorText(error), "problem");
      const isUnseen = toastsProblem || !isShown.current;
      if (isUnseen) say();
      // The page may be out of date: a refused approval marks its checkout, for example, another member may have deleted what
      // this is about, another operator may have taken credits back, and a call whose answer was lost may have acted.
      if (!OUT_OF_DATE.has(error.status)) return;
      void queries.invalidateQueries().then(() => {
        if (isUnseen || error.status === 0) return;
        // The dialog of something that is gone goes with its row once the page is drawn again, and its message with it.
        notifyManager.schedule(() => {
          if (!isShown.current) say();
        });
      });
    },
  });
}
