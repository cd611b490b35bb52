import { subscribables } from '#app/subscribables.ts'
import type { ViewsMenuProps } from '#kit/ui/listViews.tsx'
import { sourceOf } from '#platform/saved-views/subscriptions/rules.ts'
import { ViewsMenu } from '#platform/saved-views/ViewsMenu.tsx'

/** The menu of a list's views; offers subscriptions if the list supports them. */
export function Views(props: ViewsMenuProps) {
  return <ViewsMenu {...props} subscribable={sourceOf(subscribables, props.list) !== undefined} />
}
