import { expect, it } from 'vitest';
import { jsonText } from '../../lib/wire-text.js';
import { textFrame } from './batching.js';
import { eventPacket, packetText } from './packets.js';

it('gives every receiver of a packet the same frame', () => {
  for (const content of ['hello', 'नमस्ते 👍 é']) {
    const packet = eventPacket('message:new', jsonText({ content }));
    const frames = [packet.frame(), packet.frame(), packet.frame(), packetText(packet.text).frame()];
    expect(new Set(frames)).toEqual(new Set([textFrame(`4${packet.text}`, false)]));
    // One character per byte.
    expect(Buffer.from(frames[0] ?? '', 'latin1').toString('utf8')).toContain(content);
  }
});
