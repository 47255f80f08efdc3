import { describe, expect, it } from 'vitest';
import { cleanLine } from './text.js';

const invisible = [
  0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2060, 0x2063,
  0x2066, 0x206f, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0x1d173, 0xe0001, 0xe0041, 0xe0100,
].map((code) => String.fromCodePoint(code));

describe('a line', () => {
  it.each(invisible)('loses %j between, before and after letters', (one) => {
    expect(cleanLine(`${one}San${one}${one}gam${one} team${one}`)).toBe('Sangam team');
    for (const [before, after] of [
      ['a', 'я'],
      ['王', 'a'],
      ['1', '2'],
    ])
      if (one !== '\u{e0100}') expect(cleanLine(`${before}${one}${after}`)).toBe(`${before}${after}`);
  });

  it.each(['\u00a0', '\u2007', '\u2028', '\u2029', '\u202f', '\u2800', '\u3000', '\u0085'])(
    'has a space for %j',
    (space) => expect(cleanLine(`Former${space}member${space}`)).toBe('Former member'),
  );

  it.each([
    ['Devanagari half form', 'क्\u200dष'],
    ['Devanagari explicit virama', 'क्\u200cष'],
    ['Marathi eyelash ra', 'दर्\u200dया'],
    ['Bengali ra and ya', 'র\u200d্যাম'],
    ['Malayalam chillu at the end', 'അനില്\u200d'],
    ['Kannada', 'ರಾಜ್\u200cಕುಮಾರ್'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Persian', 'علی\u200cرضا'],
    ['Persian with a vowel mark', 'نَ\u200cه'],
    ['a family', '👨\u200d👩\u200d👧\u200d👦'],
    ['a profession with a skin tone', '👩🏽\u200d💻'],
    ['a heart in emoji style', '❤\ufe0f'],
    ['a heart on fire', '❤\ufe0f\u200d🔥'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a variant of a Han character', '葛\u{e0100}城'],
  ])('keeps what %s needs', (_, text) => {
    expect(cleanLine(text)).toBe(text.normalize('NFC'));
    expect(cleanLine(cleanLine(`${text} Asha`))).toBe(cleanLine(`${text} Asha`));
  });

  it.each([
    ['a joiner after an emoji at the end', '👩\u200d', '👩'],
    ['a joiner between an emoji and a letter', '👩\u200da', '👩a'],
    ['repeated joiners', 'क्\u200d\u200d\u200cष', 'क्\u200dष'],
    ['a ZWNJ at the end of a Persian word', 'علی\u200c', 'علی'],
    ['a ZWJ in a Persian word', 'علی\u200dرضا', 'علیرضا'],
    ['a ZWNJ between Devanagari letters', 'क\u200cष', 'कष'],
    ['hidden letters after a flag', '🏴\u{e0061}\u{e0062}\u{e007f}', '🏴'],
    ['repeated styles', '❤\ufe0f\ufe0f', '❤\ufe0f'],
  ])('loses %s', (_, text, cleaned) => expect(cleanLine(text)).toBe(cleaned.normalize('NFC')));

  it('stays the same when it is cleaned again', () => {
    const parts = [
      ...invisible,
      'a',
      'é',
      'e\u0301',
      'क',
      '्',
      'র',
      'ന',
      'ع',
      'َ',
      '👩',
      '🏽',
      '❤',
      '🏴',
      '1',
      '\u20e3',
      '王',
      ' ',
    ];
    let seed = 7;
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return parts[seed % parts.length];
    };
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: 8 }, next).join('');
      expect(cleanLine(cleanLine(text)), JSON.stringify(text)).toBe(cleanLine(text));
    }
  });
});
