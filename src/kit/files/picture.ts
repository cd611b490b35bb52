/** A picture as the program wrote it after reading an upload, so that nothing unknown of the file is stored. */
export interface Picture {
  type: PictureType
  content: Buffer
  /** The size at which it was drawn, in pixels; of a vector graphic only the ratio matters. */
  width: number
  height: number
}

export type PictureType = 'image/png' | 'image/svg+xml'
