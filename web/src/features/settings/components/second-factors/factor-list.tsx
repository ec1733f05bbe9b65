import type { SecondFactors } from '@desk/contracts/accounts/second-factors.schemas';
import { ShieldCheck } from '@/components/ui/icons';
import { FactorItem } from './factor-item';

interface FactorListProps {
  factors: SecondFactors['factors'];
  isRequired: boolean;
}

export function FactorList({ factors, isRequired }: FactorListProps) {
  if (factors.length === 0)
    return (
      <p className="flex gap-3">
        <ShieldCheck aria-hidden className="mt-[3px] size-5 shrink-0 text-muted" />
        <span>
          <strong>Two-step sign-in is off.</strong>{' '}
          {isRequired
            ? 'Add a method to continue.'
            : 'Add a method, and your password alone no longer opens your account.'}
        </span>
      </p>
    );
  return (
    <ul data-focus="rows">
      {factors.map((factor) => (
        <FactorItem key={factor.id} factor={factor} isLast={factors.length === 1} />
      ))}
    </ul>
  );
}
