import { useFormikContext } from 'formik';
import { useEffect, useEffectEvent } from 'react';
import type { Schema } from 'yup';
import { Form } from '@/components/form/form';
import { Button, PendingButton } from '@/components/ui/button';
import { ArrowLeft } from '@/components/ui/icons';
import { UNREACHABLE } from '@/lib/api-client';
import type { Answers } from '../lib/answers';
import type { Wizard } from '../lib/use-wizard';
import { StepFrame, type StepFrameProps } from './step-frame';

interface StepFormProps<V extends Partial<Answers>> extends StepFrameProps {
  initialValues: V;
  schema: () => Promise<Schema>;
  onSubmit: (values: V, setFieldError: (field: string, message: string) => void) => Promise<void> | void;
  onFailure?: (error: unknown) => void;
  isBlocked?: (values: V) => boolean;
}

export const StepForm = <V extends Partial<Answers>>({
  wizard,
  title,
  intro,
  onSubmit,
  onFailure = (error) => wizard.onFailure(error, UNREACHABLE),
  isBlocked = () => false,
  children,
  ...form
}: StepFormProps<V>) => (
  <StepFrame wizard={wizard} title={title} intro={intro}>
    <Form
      onSubmit={(values, { setFieldError }) => onSubmit(values, setFieldError)}
      onFailure={onFailure}
      {...form}
    >
      {children}
      <AnswerKeeper wizard={wizard} isBlocked={isBlocked} />
      <StepButtons wizard={wizard} isBlocked={isBlocked} />
    </Form>
  </StepFrame>
);

interface StepPartProps<V> {
  wizard: Wizard;
  isBlocked: (values: V) => boolean;
}

/** Copies every input into the wizard's state, because browser Back leaves a step without a submit. */
function AnswerKeeper<V extends Partial<Answers>>({ wizard, isBlocked }: StepPartProps<V>) {
  const { values } = useFormikContext<V>();
  const onChange = useEffectEvent((current: V) => {
    if (!isBlocked(current)) wizard.keepAnswers(current);
  });
  useEffect(() => onChange(values), [values]);
  return null;
}

function StepButtons<V extends Partial<Answers>>({ wizard, isBlocked }: StepPartProps<V>) {
  const { values, isSubmitting } = useFormikContext<V>();
  return (
    <div className="mt-3 flex gap-3">
      <BackButton disabled={isSubmitting} onClick={wizard.back} />
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
