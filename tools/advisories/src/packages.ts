import { array, type InferType, object, string } from 'yup';

/** A package as the advisory database names it. */
export interface Package {
  /** `npm`, or `Debian:12`. */
  readonly ecosystem: string;
  readonly name: string;
  readonly version: string;
}

const named = object({ name: string().required(), version: string().required() }).required();
const contentsSchema = object({
  /** Of /etc/os-release: `12`. */
  debianRelease: string().required(),
  /** Source packages, which advisories name, with their versions. */
  debian: array(named).required(),
  npm: array(named).required(),
});
export type ImageContents = InferType<typeof contentsSchema>;

/**
 * Reads what `list-packages.mjs` printed inside the image. Each package appears once.
 *
 * @throws Error if the output is incomplete: an image without packages was not read
 */
export function parseImageContents(output: string): Package[] {
  const { debianRelease, debian, npm } = contentsSchema.validateSync(JSON.parse(output));
  if (debian.length === 0 || npm.length === 0) throw new Error('no packages were found in the image');
  const packages = [
    ...debian.map((one) => ({ ...one, ecosystem: `Debian:${debianRelease}` })),
    ...npm.map((one) => ({ ...one, ecosystem: 'npm' })),
  ];
  return [...new Map(packages.map((one) => [`${one.ecosystem} ${one.name} ${one.version}`, one])).values()];
}
