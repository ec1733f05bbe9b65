import { lazy, Suspense, useEffect, useState } from 'react';
import { registerReauthentication } from '@/lib/reauthentication';

const ReauthenticationDialog = lazy(async () => ({
  default: (await import('./reauthentication-dialog')).ReauthenticationDialog,
}));

interface Question {
  readonly answer: (isProven: boolean) => void;
}

/** Asks users to prove again who they are when a request needs it (see `askToReauthenticate`). */
export function Reauthentication() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(
    () => registerReauthentication(() => new Promise<boolean>((resolve) => setQuestion({ answer: resolve }))),
    [],
  );
  if (question === null) return null;
  const onFinish = (isProven: boolean) => {
    setQuestion(null);
    question.answer(isProven);
  };
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog onFinish={onFinish} />
    </Suspense>
  );
}
