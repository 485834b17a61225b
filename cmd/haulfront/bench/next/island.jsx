// The @haulfront/render of this app: an island is a client component.
export function Island({ of: Component, id, props, children, as: Element = "div", when, media, ...rest }) {
  return (
    <Element {...rest} data-island-id={id}>
      <Component {...props}>{children}</Component>
    </Element>
  );
}
