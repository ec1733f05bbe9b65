import { useFormikContext } from 'formik';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { Schema } from 'yup';
import { Form } from '@/components/form/form';
import { Button, PendingButton } from '@/components/ui/button';
import { ArrowLeft } from '@/components/ui/icons';
import type { Answers } from '../lib/answers';
import type { Wizard } from '../lib/use-wizard';

interface StepFormProps<V extends Partial<Answers>> {
  wizard: Wizard;
  initialValues: V;
  schema: () => Promise<Schema>;
  onSubmit: (values: V, mark: (field: string, message: string) => void) => Promise<void> | void;
  onFailure: (error: unknown) => void;
  isBlocked?: (values: V) => boolean;
  children: ReactNode;
}

/** One Formik per step, with Back and Continue. */
export function StepForm<V extends Partial<Answers>>({
  wizard,
  onSubmit,
  isBlocked = () => false,
  children,
  ...rest
}: StepFormProps<V>) {
  return (
    <Form
      className="grid gap-5"
      onSubmit={(values, { setFieldError }) => onSubmit(values, setFieldError)}
      {...rest}
    >
      {children}
      <Keep keep={wizard.keep} isBlocked={isBlocked} />
      <StepButtons onBack={wizard.back} isBlocked={isBlocked} />
    </Form>
  );
}

/** The browser's Back asks nobody, so what is filled in is kept as it comes. */
function Keep<V extends Partial<Answers>>({
  keep,
  isBlocked,
}: {
  keep: Wizard['keep'];
  isBlocked: (values: V) => boolean;
}) {
  const { values } = useFormikContext<V>();
  const tell = useEffectEvent((filled: V) => {
    if (!isBlocked(filled)) keep(filled);
  });
  useEffect(() => tell(values), [values]);
  return null;
}

interface StepButtonsProps<V> {
  onBack: () => void;
  isBlocked: (values: V) => boolean;
}

function StepButtons<V extends Partial<Answers>>({ onBack, isBlocked }: StepButtonsProps<V>) {
  const { values, isSubmitting } = useFormikContext<V>();
  return (
    <div className="mt-3 flex gap-3">
      <BackButton disabled={isSubmitting} onClick={onBack} />
      <PendingButton
        type="submit"
        size="lg"
        isPending={isSubmitting}
        pendingLabel="Saving..."
        disabled={isBlocked(values)}
        className="max-sm:grow"
      >
        Continue
      </PendingButton>
    </div>
  );
}

export const BackButton = (props: { onClick: () => void; disabled?: boolean }) => (
  <Button variant="secondary" size="lg" {...props}>
    <ArrowLeft aria-hidden className="size-[18px]" />
    Back
  </Button>
);
