/** Asks the user to prove again who they are. Resolves with false if they cancel. */
type Prompt = () => Promise<boolean>;

let prompt: Prompt | null = null;
let asked: Promise<boolean> | null = null;

/** Registers who asks. Returns a function that takes this back. */
export function registerReauthentication(next: Prompt): () => void {
  prompt = next;
  return () => {
    if (prompt === next) prompt = null;
  };
}

/** Requests that fail at the same time share one question. */
export function askToReauthenticate(): Promise<boolean> {
  asked ??= (prompt?.() ?? Promise.resolve(false)).finally(() => {
    asked = null;
  });
  return asked;
}
