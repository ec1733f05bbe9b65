/** Opens the posting documentation in a new tab, because the page shows a new key that is not shown again. */
export const PostingDocsLink = ({ children }: { children: string }) => (
  <p className="mt-4">
    <a
      href="/docs/posting"
      target="_blank"
      rel="noreferrer"
      className="link inline-flex min-h-11 items-center"
    >
      {children}
    </a>
  </p>
);
