import { lazy, Suspense, useEffect, useState } from 'react';
import { type ReauthenticationQuestion, registerReauthentication } from '@/lib/reauthentication';

const ReauthenticationDialog = lazy(async () => ({
  default: (await import('./reauthentication-dialog')).ReauthenticationDialog,
}));

/** Asks users to prove again who they are when a request needs it (see `askToReauthenticate`). */
export function Reauthentication() {
  const [question, setQuestion] = useState<ReauthenticationQuestion | null>(null);
  useEffect(() => registerReauthentication(setQuestion), []);
  if (question === null) return null;
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog onFinish={question.answer} />
    </Suspense>
  );
}
