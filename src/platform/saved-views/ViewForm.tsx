import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { FormPart } from '#kit/ui/form/declare.tsx'
import type { ViewsMenuProps } from '#kit/ui/listViews.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { type SavedView, savedViews, type ViewScope } from './contract.ts'
import { scopeNames, sharableScopes } from './rules.ts'
import { toLayoutInput } from './toLayoutInput.tsx'

interface Props {
  /** The view to edit, or `new`; null while the form is closed. */
  view: SavedView | 'new' | null
  /** The current state of the list. */
  now: ViewsMenuProps
  onClose: () => void
}

/** Sets name and audience of a view. A new view saves the current filters, sort order and columns. */
export function ViewForm({ view, now, onClose }: Props) {
  const scopes = sharableScopes(useUser())
  const fields = fieldsFor(scopes)
  const currentState = { list: now.list, query: now.query, look: toLayoutInput(now.layout) }
  if (view !== 'new' && view !== null) {
    const title = t('修改视图「{name}」', { name: view.name })
    return (
      <FormModal
        open
        onClose={onClose}
        title={title}
        fields={fields}
        endpoint={savedViews.update}
        record={view}
      />
    )
  }
  return (
    <FormModal
      open={view !== null}
      onClose={onClose}
      title={t('保存为视图')}
      endpoint={savedViews.create}
      fields={fields}
      defaults={{ scope: 'personal' }}
      fixed={scopes.length > 1 ? currentState : { ...currentState, scope: 'personal' }}
      onDone={now.open}
      doneText={t('视图已保存')}
    />
  )
}

/** The form fields, without the audience for users who cannot share views. */
function fieldsFor(scopes: readonly ViewScope[]): (FormPart<'name' | 'scope'> | false)[] {
  return [
    { key: 'name', placeholder: t('例如：本月到期') },
    scopes.length > 1 && {
      key: 'scope',
      kind: 'select',
      options: scopes.map((value) => ({ value, label: t(scopeNames[value]) })),
      hint: t('别人打开时，只看到他们自己有权看的数据。'),
    },
  ]
}
