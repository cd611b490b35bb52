import type { ComponentType, LazyExoticComponent } from 'react'
import { lazy } from 'react'

/** Specification §9: a page's chunk may take this long. */
const CHUNK_TIMEOUT_MS = 120_000

/** A part of the program that did not load: the network, or a new version has replaced it. */
export class ChunkError extends Error {}

/** A screen that is loaded when it is first opened; its file exports it under `name`. */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: (await inTime(load))[name] }))
}

/** Loads a part ahead of need. If it fails, so will opening it, and that is said there. */
export function prefetch(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}

async function inTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkError(`chunk timeout of ${CHUNK_TIMEOUT_MS}ms`)),
      CHUNK_TIMEOUT_MS,
    )
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    throw cause instanceof ChunkError ? cause : new ChunkError('chunk failed to load', { cause })
  } finally {
    clearTimeout(timer)
  }
}
