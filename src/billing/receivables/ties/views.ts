/** Views of the screen 应收核对. */
export const VIEWS = ['roll', 'bridge', 'deposits', 'forecast'] as const

export type View = (typeof VIEWS)[number]

export const viewNames: Record<View, string> = {
  roll: '应收和预收',
  bridge: '收入到应收',
  deposits: '押金',
  forecast: '本月预计',
}
