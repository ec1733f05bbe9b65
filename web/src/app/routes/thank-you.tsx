import { CircleCheck } from '@/components/ui/icons';
import { useEffect } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { FocusFrame } from '@/components/layout/focus-frame';
import { clearCompletedSignUp } from '@/features/onboarding/lib/completed-flag';
import { LEAD_PRICE } from '@/config/pricing';

const nextSteps = [
  ['Leads arrive by email', 'Each one goes only to you, the moment it is matched.'],
  [`${LEAD_PRICE} per lead`, 'Charged to your saved card on delivery, up to your daily limit.'],
  ['You stay in control', 'Pause, resume or change your limit at any time.'],
] as const;

export function Component() {
  useEffect(clearCompletedSignUp, []);
  return (
    <FocusFrame>
      <div className="page section flex grow flex-col items-center justify-center">
        <div className="w-full max-w-[560px] rounded-card border border-line bg-surface p-6 sm:p-10">
          <CircleCheck aria-hidden className="size-10 text-brand" strokeWidth={1.5} />
          <h1 className="display mt-5 text-2xl">Congratulations!</h1>
          <p className="mt-2 text-lg">
            Your account is <strong className="text-brand">ACTIVE</strong>.
          </p>
          <dl className="mt-8 border-t border-line">
            {nextSteps.map(([term, description]) => (
              <div key={term} className="border-b border-line py-4">
                <dt className="font-semibold">{term}</dt>
                <dd className="text-muted">{description}</dd>
              </div>
            ))}
          </dl>
          <ButtonLink to="/" size="lg" className="mt-8 w-full">
            Go to Dashboard
          </ButtonLink>
        </div>
      </div>
    </FocusFrame>
  );
}
