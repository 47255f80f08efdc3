import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { variesBy } from './pages.js';

/** An answer of fewer characters fits into the packet that carries its headers. */
export const COMPRESSED_FROM = 1_024;
/** Bytes added at random, below this number. */
const PADDED_BY = 256;
/** A longer answer takes milliseconds, and is compressed in the pool's threads, which take three times the CPU for short ones. */
const IN_POOL_FROM = 200_000;
/** The cheapest level: the best one makes a long list a tenth smaller, for twice the CPU. */
const LEVEL = 1;

/** The fixed part of a gzip header, and its flag for a file name. */
const HEADER_BYTES = 10;
const FLAGS_AT = 3;
const FILE_NAME_FLAG = 0x08;

/**
 * Compresses a text and hides its exact length by a file name of random length, which decoders skip: a listener on the network who can put
 * text into the answer could otherwise test guesses about the rest of it. See docs/decisions/0022-compressed-answers.md.
 */
export const gzipPadded = (text: string): Buffer => padded(gzipSync(text, { level: LEVEL }));

function padded(bytes: Buffer): Buffer {
  const header = bytes.subarray(0, HEADER_BYTES);
  header.writeUInt8(header.readUInt8(FLAGS_AT) | FILE_NAME_FLAG, FLAGS_AT);
  return Buffer.concat([header, Buffer.alloc(randomInt(PADDED_BY), 'a'), Buffer.of(0), bytes.subarray(HEADER_BYTES)]);
}

/** Hook for reading calls: compresses an answer to a client that accepts it. */
export const compressAnswer: onSendHookHandler = (request, reply, payload, done) => {
  const isLong = typeof payload === 'string' && payload.length >= COMPRESSED_FROM;
  if (!isLong || !acceptsGzip(request, reply)) return done(null, payload);
  if (payload.length < IN_POOL_FROM) return done(null, gzipPadded(payload));
  void promisify(gzip)(payload, { level: LEVEL }).then((bytes) => done(null, padded(bytes)), done);
};

/** Whether the client accepts this answer compressed; sets the headers to match. */
export function acceptsGzip(request: FastifyRequest, reply: FastifyReply): boolean {
  variesBy(reply, 'Accept-Encoding');
  const accepts = request.encoding(['gzip', 'identity']) === 'gzip';
  if (accepts) reply.header('Content-Encoding', 'gzip');
  return accepts;
}
