import { Accordion, AccordionDetails, AccordionSummary, Alert, AppBar, Box, Button, Card } from "@mui/material";
import { CardActions, CardContent, Chip, createTheme, CssBaseline, Dialog, DialogTitle } from "@mui/material";
import { MenuItem, Rating, Stack, Switch, Tab, Table, TableBody, TableCell, TableHead } from "@mui/material";
import { TableRow, Tabs, TextField, ThemeProvider, Toolbar, Tooltip, Typography } from "@mui/material";
import { useState } from "react";

const theme = createTheme({ palette: { primary: { main: "#2f6f4f" } }, shape: { borderRadius: 10 } });

export function Tree() {
  const [tab, setTab] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <AppBar position="static">
        <Toolbar>
          <Typography variant="h6">Loads & prices</Typography>
        </Toolbar>
      </AppBar>
      <Stack spacing={2} sx={{ p: 2, "&:hover": { color: "primary.main" } }}>
        <Tabs value={tab} onChange={(_, next: number) => setTab(next)}>
          <Tab label="Quarter" />
          <Tab label="Half" />
        </Tabs>
        <Box component="p">{tab === 0 ? "two cubic yards" : "six cubic yards"}</Box>
        <Card variant="outlined">
          <CardContent>
            <Typography gutterBottom>Sofa, bed & "more"</Typography>
            <Table size="small">
              <TableHead>
                <TableRow>
                  <TableCell>Item</TableCell>
                  <TableCell align="right">Price</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {["Sofa", "Bed"].map((item, i) => (
                  <TableRow key={item}>
                    <TableCell>{item}</TableCell>
                    <TableCell align="right">${79 + i}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
            <Rating name="stars" value={4} readOnly />
            <Chip label="same day" color="primary" />
          </CardContent>
          <CardActions>
            <Tooltip title="Asks nothing yet">
              <Button className="open" variant="contained" onClick={() => setOpen(true)}>
                Book
              </Button>
            </Tooltip>
          </CardActions>
        </Card>
        <TextField label="Name" helperText="as on the bill" required />
        <TextField select label="Load" defaultValue="half">
          <MenuItem value="half">Half</MenuItem>
        </TextField>
        <Switch defaultChecked />
        <Alert severity="info">We call first</Alert>
      </Stack>
      <Accordion defaultExpanded>
        <AccordionSummary>What do you take?</AccordionSummary>
        <AccordionDetails>Nearly everything</AccordionDetails>
      </Accordion>
      <Dialog open disablePortal disableEnforceFocus disableScrollLock hideBackdrop>
        <DialogTitle>Open on the server</DialogTitle>
      </Dialog>
      <Dialog open={open} onClose={() => setOpen(false)}>
        <DialogTitle>Booked</DialogTitle>
      </Dialog>
    </ThemeProvider>
  );
}
