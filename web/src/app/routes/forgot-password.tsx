import { useEffect, useRef, useState } from 'react';
import { CardLink, FormCard, FormPage } from '@/components/layout/form-page';
import { Button } from '@/components/ui/button';
import { ForgotPasswordForm } from '@/features/auth/components/forgot-password-form';

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} tabIndex={-1} className="break-words">
        If an account exists with the email {email}, you'll receive password reset instructions shortly
      </p>
      <Button variant="secondary" className="mt-6" onClick={onAgain}>
        Try Another Email
      </Button>
    </>
  );
}

export function Component() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <FormPage title="Forgot your password?" subtitle="We'll email you a link to choose a new one.">
      <FormCard
        title={sentTo === null ? 'Reset password' : 'Instructions sent'}
        footer={<CardLink to="/login">Back to Login</CardLink>}
      >
        {sentTo === null ? (
          <ForgotPasswordForm onSent={setSentTo} />
        ) : (
          <Sent email={sentTo} onAgain={() => setSentTo(null)} />
        )}
      </FormCard>
    </FormPage>
  );
}
