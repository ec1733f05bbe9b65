import { brand } from '@desk/contracts/brand';
import { useMutation } from '@tanstack/react-query';
import { TermsSentence } from '@/components/account/terms-sentence';
import { toastStore } from '@/components/toast/toast-store';
import { ButtonLink, PendingButton } from '@/components/ui/button';
import { Check } from '@/components/ui/icons';
import { LEAD_PRICE } from '@/config/pricing';
import { UNREACHABLE } from '@/lib/api-client';
import { saveStep } from '../api/sign-up.api';
import type { Wizard } from '../lib/use-wizard';
import { StepFrame } from './step-frame';

const benefits = [
  'Exclusive annuity leads: each one is sold only to you',
  'Real-time delivery by email, and by text message or Slack if you like',
  'Retirees aged 55 and over, with verified phone numbers',
  `A flat ${LEAD_PRICE} per lead. No subscription`,
  'A daily limit you choose, and a pause that takes effect immediately',
] as const;

export function StartStep({ wizard }: { wizard: Wizard }) {
  const start = useMutation({
    onMutate: () => toastStore.dismissAll(),
    // Loads the next steps' code while the first step is saved.
    mutationFn: () => Promise.all([saveStep('start', { acceptedTerms: true }), import('./later-steps')]),
    onSuccess: () => wizard.goTo('delivery'),
    onError: (error) => wizard.onFailure(error, UNREACHABLE),
  });
  return (
    <StepFrame
      wizard={wizard}
      title={`Welcome to ${brand}`}
      intro="Set up your lead delivery in a few minutes. You can stop at any step, and nothing is charged now."
    >
      <h2 className="font-semibold">What You'll Get</h2>
      <ul className="mt-3 grid gap-2.5">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <Check aria-hidden className="mt-1 size-[18px] shrink-0 text-brand" strokeWidth={2.25} />
            {benefit}
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-3">
        <PendingButton
          size="lg"
          isPending={start.isPending}
          pendingLabel="Saving..."
          onClick={() => start.mutate()}
          className="max-sm:grow"
        >
          Get Started
        </PendingButton>
        <ButtonLink to="/" variant="secondary" size="lg">
          Not Now
        </ButtonLink>
      </div>
      <div className="mt-4">
        <TermsSentence action="Get Started" />
      </div>
    </StepFrame>
  );
}
