import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Action } from '#kit/ui/list/declare.tsx'

const ImportDrawer = lazy(async () => ({
  default: (await import('#operations/imports/drawer/ImportDrawer.tsx')).ImportDrawer,
}))

const PastDrawer = lazy(async () => ({
  default: (await import('#operations/imports/past/PastDrawer.tsx')).PastDrawer,
}))

/** What the screen knows already, used if the file lacks it; the files to begin with; previews to continue with. */
export interface ImportDefaults {
  storeId?: number
  on?: Day
  files?: readonly File[]
  previewIds?: readonly number[]
}

/** What the import begins with. */
export interface ImportOpening extends ImportDefaults {
  /** Files that were dropped on the screen. */
  files?: readonly File[]
  /** Stored previews to continue with; each is loaded. */
  previewIds?: readonly number[]
}

export interface ImportControls {
  /** 导入平台数据 for a list's or a page's `actions`. */
  action: Action
  open: (opening?: ImportOpening) => void
  /** Opens 导入历史日数据. */
  openPast: () => void
  /** Must be rendered somewhere in the screen. */
  drawer: ReactNode
}

/** The import as an action of a screen: the button, or `open({ storeId, on })` from a row without figures. */
export function useImport(): ImportControls {
  const [opening, setOpening] = useState<{ given: ImportOpening; shown: boolean } | null>(null)
  const [past, setPast] = useState(false)
  const open = (given: ImportOpening = {}) => setOpening({ given, shown: true })
  return {
    action: {
      key: 'import',
      label: t('导入平台数据'),
      icon: 'upload',
      primary: true,
      onClick: () => open(),
    },
    open,
    openPast: () => setPast(true),
    drawer: (
      <Suspense fallback={null}>
        {opening && (
          <ImportDrawer
            open={opening.shown}
            {...openingProps(opening.given)}
            onClose={() => setOpening({ ...opening, shown: false })}
            onClosed={() => setOpening(null)}
            onPast={() => {
              setOpening(null)
              setPast(true)
            }}
          />
        )}
        {past && <PastDrawer onClose={() => setPast(false)} />}
      </Suspense>
    ),
  }
}

function openingProps({ files, previewIds, ...defaults }: ImportOpening) {
  return { defaults, files, previewIds }
}
