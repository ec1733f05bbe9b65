import { describe, expect, it } from '@jest/globals';
import { html } from './html.js';

describe('html', () => {
  it('escapes values in text and in attributes', () => {
    const unsafe = `"><script>alert('x')</script>&`;
    expect(html`<a href="${unsafe}">${unsafe}</a>`.source).toBe(
      '<a href="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</a>',
    );
  });

  it('inserts Html values unescaped, one or several', () => {
    const items = ['a', '<b>'].map((item) => html`<i>${item}</i>`);
    expect(html`<p>${items}${html`<u>c</u>`}</p>`.source).toBe('<p><i>a</i><i>&lt;b&gt;</i><u>c</u></p>');
  });
});
