import { type FormikContextType, type FormikHelpers, FormikProvider, useFormik } from 'formik';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Schema } from 'yup';
import { notifyError, toastStore } from '@/components/toast/toast-store';
import { useSubmission } from '@/components/ui/submission';
import { getErrorMessage, getFieldErrors, UNREACHABLE } from '@/lib/api-client';

type Values = Record<string, unknown>;

interface FormProps<V extends Values> {
  initialValues: V;
  /** Whether new initial values replace what was typed. */
  enableReinitialize?: boolean;
  /** Loads the schema when the user focuses the form, to keep yup out of the page's initial bundle. */
  schema: () => Promise<Schema>;
  /** Returns the field that an error is about. It shows the error, in place of `onFailure`. */
  fieldOf?: (error: unknown) => (keyof V & string) | undefined;
  /** Called when `onSubmit` throws, unless `fieldOf` names a field. Rejected fields show their own errors. */
  onFailure?: (error: unknown) => void;
  onSubmit: (values: V, helpers: FormikHelpers<V>) => Promise<void> | void;
  children: ReactNode;
  className?: string;
}

const loadValidator = () => import('@/lib/validation');

const TEXT_INPUTS = new Set(['text', 'email', 'tel', 'password', 'search', 'url', 'number']);

/** Reads an input as Formik does. */
const readInput = ({ type, value, valueAsNumber }: HTMLInputElement): string | number =>
  type === 'number' && value !== '' ? valueAsNumber : value;

/**
 * Inputs may hold text that Formik does not know: typed before a prerendered page had loaded its scripts, or filled in
 * by a password manager without events. The next render would erase it. Returns a function that copies such text into
 * the form's values. Call it before any other change of the form.
 */
function useFilledIn<V extends Values>(
  form: RefObject<HTMLFormElement | null>,
  { values, setValues }: Pick<FormikContextType<V>, 'values' | 'setValues'>,
) {
  const hasRun = useRef(false);

  /** @param changing the input whose change the form is about to handle itself */
  const takeOver = async (changing?: EventTarget): Promise<void> => {
    const filledIn = [...(form.current?.elements ?? [])].flatMap((element) =>
      element instanceof HTMLInputElement &&
      element !== changing &&
      TEXT_INPUTS.has(element.type) &&
      element.name in values &&
      element.value !== String(values[element.name])
        ? [[element.name, readInput(element)] as const]
        : [],
    );
    if (filledIn.length > 0) await setValues({ ...values, ...Object.fromEntries(filledIn) });
  };

  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    void takeOver();
  });
  return takeOver;
}

/** Validates on submit, then on change. Focuses the first invalid field. */
export function Form<V extends Values>({
  initialValues,
  enableReinitialize = false,
  schema,
  fieldOf,
  onFailure,
  onSubmit,
  children,
  className = 'grid gap-5',
}: FormProps<V>) {
  const hasSubmitted = useRef(false);
  const validate = async (values: V) => {
    const [{ fieldErrors }, loadedSchema] = await Promise.all([loadValidator(), schema()]);
    return fieldErrors(loadedSchema, values);
  };
  const formik = useFormik<V>({
    initialValues,
    enableReinitialize,
    validate: (values) => (hasSubmitted.current ? validate(values) : {}),
    validateOnBlur: false,
    onSubmit: async (values, helpers) => {
      try {
        await onSubmit(values, helpers);
      } catch (error) {
        const errorField = fieldOf?.(error);
        if (errorField === undefined) onFailure?.(error);
        else helpers.setFieldError(errorField, getErrorMessage(error, UNREACHABLE));
        for (const { field, message } of getFieldErrors(error))
          if (field in values) helpers.setFieldError(field, message);
      }
    },
  });
  const { errors, submitCount, isSubmitting, isValidating } = formik;
  const form = useRef<HTMLFormElement>(null);
  const runSubmission = useSubmission();
  const focusedSubmitCount = useRef(0);
  const takeOver = useFilledIn(form, formik);

  useEffect(() => {
    if (isSubmitting || isValidating || submitCount === focusedSubmitCount.current) return;
    focusedSubmitCount.current = submitCount;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isSubmitting, isValidating, submitCount, errors]);

  return (
    <FormikProvider value={formik}>
      <form
        ref={form}
        noValidate
        className={className}
        onFocus={() => {
          void Promise.all([loadValidator(), schema()]).catch(() => undefined);
        }}
        onInputCapture={({ target }) => void takeOver(target)}
        onBlurCapture={() => void takeOver()}
        onSubmit={(event) => {
          event.preventDefault();
          void runSubmission(async () => {
            hasSubmitted.current = true;
            toastStore.dismissAll();
            await takeOver();
            await formik
              .submitForm()
              .catch(() =>
                notifyError(
                  'The form could not be checked. Check your connection and try again, or reload the page.',
                ),
              );
          });
        }}
      >
        {children}
      </form>
    </FormikProvider>
  );
}
