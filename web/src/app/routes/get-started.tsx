import { Link } from 'react-router';
import { FocusFrame } from '@/components/layout/focus-frame';
import { WizardScreen } from '@/features/onboarding/components/wizard';

export const Component = () => (
  <FocusFrame
    aside={
      <p className="text-sm text-muted">
        <span className="max-sm:hidden">Have an account? </span>
        <Link to="/login" className="link inline-flex min-h-11 items-center font-semibold">
          Sign In
        </Link>
      </p>
    }
  >
    <WizardScreen />
  </FocusFrame>
);
