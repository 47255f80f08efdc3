import { crc32, deflateSync } from 'node:zlib';

/** Returns a grey PNG that claims this size; its black rows have `bytes` bytes, which compress to almost nothing. */
export function blackPng(width: number, height: number, bytes: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Adds texts to a PNG, each of this many bytes, which compress to almost nothing. */
export function withTexts(png: Buffer, texts: number, bytes: number): Buffer {
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 'a'))]);
  const head = 33;
  return Buffer.concat([png.subarray(0, head), ...Array<Buffer>(texts).fill(chunk('zTXt', text)), png.subarray(head)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
