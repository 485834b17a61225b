import { BrowserRouter, Link, MemoryRouter, NavLink, Outlet, Route, Routes, StaticRouter } from "react-router";
import { useLocation, useParams, useSearchParams } from "react-router";

function City() {
  const { city } = useParams();
  const [query] = useSearchParams();
  return (
    <p>
      {city} {query.get("load")} {useLocation().pathname}
    </p>
  );
}

function Pages() {
  return (
    <Routes>
      <Route
        element={
          <nav>
            <NavLink to="/" end>
              Home
            </NavLink>
            <Link to="/locations/plano?load=half&full=1">Plano</Link>
            <Outlet />
          </nav>
        }
      >
        <Route index element={<p>home page</p>} />
        <Route path="locations/:city" element={<City />} />
      </Route>
    </Routes>
  );
}

export function Static() {
  return import.meta.env.SSR ? (
    <StaticRouter location="/">
      <Pages />
    </StaticRouter>
  ) : (
    <BrowserRouter>
      <Pages />
    </BrowserRouter>
  );
}

export function Memory() {
  return (
    <MemoryRouter initialEntries={["/locations/plano?load=a%26b"]}>
      <Pages />
    </MemoryRouter>
  );
}

export function Tree() {
  return (
    <>
      <Static />
      <Memory />
    </>
  );
}
