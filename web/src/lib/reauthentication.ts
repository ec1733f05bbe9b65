/** A request to the user to prove their identity again. */
export interface ReauthenticationQuestion {
  /** False if the user canceled. Later answers change nothing. */
  readonly answer: (isProven: boolean) => void;
}

let proving: Promise<unknown> = Promise.resolve();
let provenAtMs = -Infinity;

/** Sends a proof. A proof replaces the session, so requests in flight are refused as if the user had signed out. */
export function sendProof<T>(send: () => Promise<T>): Promise<T> {
  const sent = send().then((answer) => {
    provenAtMs = performance.now();
    return answer;
  });
  proving = sent.catch(() => undefined);
  return sent;
}

/** Resolves with whether the session was replaced since a request was sent, so that it may be sent again. */
export async function wasSessionReplacedSince(sentAtMs: number): Promise<boolean> {
  await proving;
  return provenAtMs >= sentAtMs;
}

type Show = (question: ReauthenticationQuestion | null) => void;

let show: Show | null = null;
let open: (ReauthenticationQuestion & { readonly answered: Promise<boolean> }) | null = null;

/** Registers the function that shows questions. Returns one that unregisters it and cancels an open question. */
export function registerReauthentication(next: Show): () => void {
  show = next;
  return () => {
    if (show !== next) return;
    show = null;
    open?.answer(false);
  };
}

function openQuestion(): typeof open & object {
  let resolve: (isProven: boolean) => void;
  const answered = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  const question = {
    answered,
    answer: (isProven: boolean) => {
      // A proof may be confirmed after its question was canceled, when another one is open.
      if (open === question) {
        open = null;
        show?.(null);
      }
      resolve(isProven);
    },
  };
  return question;
}

/** Resolves with false if the user cancels. Requests that fail at the same time share one question. */
export function askToReauthenticate(): Promise<boolean> {
  if (show === null) return Promise.resolve(false);
  if (open === null) {
    open = openQuestion();
    show(open);
  }
  return open.answered;
}
