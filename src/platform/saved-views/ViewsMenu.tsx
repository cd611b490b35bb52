import { App, Button, Dropdown, type MenuProps } from 'antd'
import { Suspense, useState } from 'react'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { useDefaultView } from '#kit/ui/list/useView.tsx'
import type { ViewsMenuProps } from '#kit/ui/listViews.tsx'
import { type SavedView, savedViews } from './contract.ts'
import { scopeNames } from './rules.ts'
import { toLayoutInput } from './toLayoutInput.tsx'
import './ViewsMenu.css'

const Subscribe = lazyPart(() => import('./subscriptions/ui/SubscribeDialog.tsx'), 'SubscribeDialog')

const ViewForm = lazyPart(() => import('./ViewForm.tsx'), 'ViewForm')

const ViewsWindow = lazyPart(() => import('./ViewsWindow.tsx'), 'ViewsWindow')

type Items = NonNullable<MenuProps['items']>

interface Props extends ViewsMenuProps {
  /** Whether users can subscribe to views of this list. */
  subscribable: boolean
}

/** The views menu of a list: opens views, saves the current state as a view, and opens the list of views. */
export function ViewsMenu({ subscribable, ...props }: Props) {
  const all = useCall(savedViews.list, {}, { staleTime: 60_000 }).data ?? []
  const views = all.filter((view) => view.list === props.list)
  const [form, setForm] = useState<SavedView | 'new' | null>(null)
  const [managing, setManaging] = useState(false)
  const [subscribing, setSubscribing] = useState<ViewsMenuProps['active']>(null)
  const [usual, setUsual] = useDefaultView(props.list)
  const { items, choose } = useItems(props, {
    views,
    usual,
    setUsual,
    subscribable,
    create: () => setForm('new'),
    manage: () => setManaging(true),
    subscribe: () => setSubscribing(props.active),
  })
  const selectedKeys = [props.active ? `view-${props.active.id}` : 'none']
  return (
    <>
      <Dropdown trigger={['click']} menu={{ selectedKeys, items, onClick: choose, className: 'views-items' }}>
        <Trigger {...props} />
      </Dropdown>
      {form && (
        <Suspense>
          <ViewForm view={form} now={props} onClose={() => setForm(null)} />
        </Suspense>
      )}
      {subscribing && (
        <Suspense>
          <Subscribe view={subscribing} onClose={() => setSubscribing(null)} />
        </Suspense>
      )}
      {managing && (
        <Suspense>
          <ViewsWindow views={views} usual={usual} onEdit={setForm} onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The button with the name of the open view. It passes on the props that antd's dropdown sets on its trigger. */
function Trigger({ active, isChanged, list, query, layout: look, open, ...rest }: ViewsMenuProps) {
  return (
    <Button
      {...rest}
      className="views-button"
      type={active ? 'default' : 'text'}
      aria-label={labelOf(active, isChanged)}
    >
      <span className="views-name">{active?.name ?? t('视图')}</span>
      {isChanged && <small>{t('已改动')}</small>}
      <Icon name="down" size={12} />
    </Button>
  )
}

interface MenuActions {
  subscribable: boolean
  views: readonly SavedView[]
  /** The id of the list's default view. */
  usual: number | null
  setUsual: (id: number | null) => void
  create: () => void
  manage: () => void
  subscribe: () => void
}

/** The items of the menu and their actions. */
function useItems(
  props: ViewsMenuProps,
  { views, usual, setUsual, subscribable, create, manage, subscribe }: MenuActions,
) {
  const { active, isChanged } = props
  const activeView = views.find(({ id }) => id === active?.id)
  const saveChanges = useSaveChanges(props)
  const actions: Record<string, () => void> = {
    none: () => props.open(null),
    keep: () => activeView && void saveChanges(activeView),
    new: create,
    usual: () => setUsual(active && usual !== active.id ? active.id : null),
    manage,
    subscribe,
  }
  const choose = ({ key }: { key: string }) => {
    const view = views.find(({ id }) => `view-${id}` === key)
    if (view) props.open(view)
    else actions[key]?.()
  }
  const can = {
    isOpen: activeView !== undefined,
    mayKeep: isChanged && activeView?.mine === true,
    usual: usual === active?.id,
    comes: subscribable,
  }
  const items = [
    ...viewItems(views, usual),
    ...actionItems(can),
    ...(views.length > 0 ? [{ key: 'manage', label: t('管理视图') }] : []),
  ]
  return { items, choose }
}

function labelOf(active: ViewsMenuProps['active'], isChanged: boolean): string {
  if (!active) return t('视图')
  return isChanged
    ? t('视图：{name}，已改动', { name: active.name })
    : t('视图：{name}', { name: active.name })
}

/** The views grouped by audience. */
function viewItems(views: readonly SavedView[], usual: number | null): Items {
  const none = { key: 'none', label: t('默认列表') }
  const groups = (['personal', 'team', 'company'] as const).map((scope) => ({
    type: 'group' as const,
    key: scope,
    label: t(scopeNames[scope]),
    children: views
      .filter((view) => view.scope === scope)
      .map(({ id, name }) => ({
        key: `view-${id}`,
        label: name,
        extra: id === usual ? t('打开时默认') : undefined,
      })),
  }))
  return [none, ...groups.filter(({ children }) => children.length > 0)]
}

interface May {
  isOpen: boolean
  mayKeep: boolean
  usual: boolean
  /** Whether users can subscribe to views of this list. */
  comes: boolean
}

function actionItems({ isOpen, mayKeep, usual, comes }: May): Items {
  return [
    { type: 'divider' },
    ...(mayKeep ? [{ key: 'keep', label: t('保存改动') }] : []),
    { key: 'new', label: isOpen ? t('另存为新视图') : t('保存为视图') },
    ...(isOpen && comes ? [{ key: 'subscribe', label: t('订阅这个视图') }] : []),
    ...(isOpen ? [{ key: 'usual', label: usual ? t('不再默认打开') : t('设为默认打开') }] : []),
  ]
}

/** Saves the current query string and columns in the view. */
function useSaveChanges({ query, layout: look, open }: ViewsMenuProps): (view: SavedView) => Promise<void> {
  const { message } = App.useApp()
  const update = useAction(savedViews.update)
  return async ({ id, version, name }) => {
    await update.mutateAsync({ id, version, query, look: toLayoutInput(look) })
    open({ id, query })
    message.success(t('已保存到视图「{name}」', { name }))
  }
}
