import type { RedisClientType } from 'redis';
import type { Device, Devices, Io } from './devices.js';

/** Over how long the connections are closed after an outage, so that not all come back at once. */
const SPREAD_MS = 5_000;

/** Closes a connection within 5 s, in the way after which clients reconnect, and refresh. */
export const closeSoon = ({ conn }: Pick<Device, 'conn'>): void => {
  setTimeout(() => conn.close(), Math.random() * SPREAD_MS).unref();
};

/**
 * What other servers pushed while Redis was away from this one may be lost, and a connected client would not ask. So after
 * an outage each connection is closed; so it is when another server's pushes came late or were more than could wait.
 */
export function refreshAfterOutage({ io, sub, devices }: { io: Io; sub: RedisClientType; devices: Devices }): void {
  const closeAll = () => {
    for (const device of devices.all()) closeSoon(device);
  };
  sub.on('ready', closeAll);
  io.on('pushes:late', closeAll);
}
