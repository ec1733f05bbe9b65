import { useNavigate } from 'react-router';
import { toastStore } from '@/components/toast/toast-store';
import { ButtonLink, PendingButton } from '@/components/ui/button';
import { hasCode } from '@/lib/api-client';
import { pluralize } from '@/lib/numbers';
import { formatDailyCost, LEAD_PRICE } from '@/config/pricing';
import { useCompleteSignUp } from '../api/sign-up.api';
import { describeStates } from '../lib/answers';
import { BackButton } from './step-form';
import type { Wizard } from '../lib/use-wizard';
import { StepFrame } from './step-frame';

const FAILED = 'Failed to complete registration';

export function ActivateStep({ wizard }: { wizard: Wizard }) {
  const navigate = useNavigate();
  const complete = useCompleteSignUp();
  const { answers } = wizard;
  const rows = [
    ['Daily limit', `${pluralize(answers.dailyLeadLimit, 'lead')} per day`],
    ['States', describeStates(answers)],
    ['Price per lead', LEAD_PRICE],
    ['Maximum daily cost', `${formatDailyCost(answers.dailyLeadLimit)} per day`],
  ] as const;

  const activate = () => {
    toastStore.dismissAll();
    complete.mutate(answers, {
      onSuccess: () => void navigate('/get-started-thank-you', { replace: true }),
      onError: (error) => {
        wizard.onFailure(error, FAILED);
        // Return to the step where the user can fix the problem.
        if (hasCode(error, 'EMAIL_TAKEN')) wizard.returnTo('contact');
        if (hasCode(error, 'COMMON_PASSWORD'))
          wizard.returnTo('security', { answers: { password: '', confirmPassword: '' } });
        if (hasCode(error, 'SETUP_NOT_SUCCEEDED', 'CUSTOMER_NOT_FOUND'))
          wizard.returnTo('cc', { setupIntentId: null, clientSecret: null });
      },
    });
  };

  return (
    <StepFrame
      wizard={wizard}
      title="Activate your account"
      intro="Leads start arriving as soon as you activate. Pause any time from your dashboard."
    >
      <dl className="rounded-card border border-line bg-surface">
        {rows.map(([label, value]) => (
          <div
            key={label}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line px-5 py-4 last:border-0"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="tabular text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">
        By activating, you authorize us to charge {LEAD_PRICE} to your saved card for each lead delivered to
        you, up to your daily limit.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <BackButton disabled={complete.isPending} onClick={wizard.back} />
        <PendingButton
          size="lg"
          isPending={complete.isPending}
          pendingLabel="ACTIVATING..."
          onClick={activate}
          className="max-sm:grow"
        >
          ACTIVATE
        </PendingButton>
        <ButtonLink to="/" variant="secondary" size="lg" className="max-sm:w-full">
          Not Now
        </ButtonLink>
      </div>
    </StepFrame>
  );
}
