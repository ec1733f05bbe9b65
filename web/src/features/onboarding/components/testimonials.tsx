/** Placeholders until we have real quotes. Labeled as samples and attributed to nobody. */
const testimonials = [
  ['I call within a minute, and they still have the form open.', 'Independent agent'],
  ['Nobody else is calling them. That alone changed our contact rate.', 'Advisory firm'],
  ['I raise the limit on quiet weeks and pause when my calendar is full.', 'Insurance agent'],
] as const;

export function Testimonials() {
  return (
    <section aria-labelledby="testimonials" className="lg:pt-1">
      <h2 id="testimonials" className="text-sm font-semibold">
        What agents say
      </h2>
      <ul className="mt-3 grid border-t border-line">
        {testimonials.map(([quote, author]) => (
          <li key={author} className="border-b border-line py-5">
            <blockquote className="font-serif text-[18px] leading-7 text-pretty">“{quote}”</blockquote>
            <p className="mt-1.5 text-sm text-muted">{author}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-muted">Sample quotes, for illustration.</p>
    </section>
  );
}
